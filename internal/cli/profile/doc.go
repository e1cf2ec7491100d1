// Package profile stores the results of `millrace login`: servers, and an access token for each.
//
// A profile has a name, the address of a server and a token. All profiles are in one TOML file in the user's config
// folder, one table each, which people may edit:
//
//	[default]
//	server = "https://millrace.example.com"
//	token = "mrt_…"
//
// Only the user can read a file that this package wrote. A failed write leaves the old file unchanged. No message
// quotes the contents of the file, because they are secret.
//
// The package does not select a profile and calls no server.
package profile
