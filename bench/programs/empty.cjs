// Preloaded: what Node itself takes for that.
