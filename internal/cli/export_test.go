package cli

// Local lets tests send a signal to a command of which they know that it runs.
var Local = local

// LastGood lets tests choose among deployments.
var LastGood = lastGood
