package webui

// NewFrom lets the tests choose the build.
var NewFrom = newHandler
