// Package admin declares what the command line needs from a deployment: start a server, create an organization, back up
// and restore, reset a password.
//
// It contains only the interfaces and their parameters, so that the command line does not depend on how a server is
// assembled, and the server does not depend on its caller. Package app implements them.
package admin
