"""Documents that come from somewhere and are looked at again."""
