// Package readme runs the commands of the README against a real server, so that what a newcomer copies works.
package readme
