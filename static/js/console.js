/** What the console's pages do in the browser; htmx does the rest. */
import { followCitations } from "./citations.js";
import { followConfirms } from "./confirm.js";
import { followCopies } from "./copy.js";
import { followDialogs } from "./dialogs.js";
import { followDrawer } from "./drawer.js";
import { followFiles } from "./files.js";
import { followMenus } from "./menus.js";
import { followPicks } from "./picks.js";
import { followSliders } from "./sliders.js";
import { followTheme } from "./theme.js";
import { followToasts } from "./toasts.js";
import { followUploads } from "./upload.js";

followTheme(document);
followMenus(document);
followDrawer(document);
followDialogs(document);
followConfirms(document);
followToasts(document);
followCopies(document);
followCitations(document);
followUploads(document);
followFiles(document);
followPicks(document);
followSliders(document);
