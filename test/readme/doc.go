// Package readme runs the commands of README.md, docs/tutorial.md and docs/10-http-api.md against a real server, so that the
// commands that a newcomer copies work.
package readme
