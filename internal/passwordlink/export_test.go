package passwordlink

// Compose writes the mail with a link.
var Compose = compose
