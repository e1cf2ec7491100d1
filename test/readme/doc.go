// Package readme runs the commands of README.md, docs/tutorial.md and docs/10-http-api.md against a real server, and those of
// docs/16-from-dbt.md, so that the commands that a newcomer copies work.
package readme
