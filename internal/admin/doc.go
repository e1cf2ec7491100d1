// Package admin is what whoever runs a deployment asks of it: to start it, to make one more organization, to replace a
// password that is lost.
//
// It holds the questions and answers, so that the command line asks without knowing how a platform is put together, and the
// platform answers without knowing who asks. Package app is the one that answers.
package admin
