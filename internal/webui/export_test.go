package webui

// NewFrom returns the handler of another build, for tests.
var NewFrom = newHandler
