// Package profile keeps what `millrace login` found out: servers, and the tokens to speak to them with.
//
// A profile has a name and says where a server is and who speaks to it. All of them are in one TOML file in the user's
// config folder, one table each, which people may edit:
//
//	[default]
//	server = "https://millrace.example.com"
//	token = "mrt_…"
//
// It promises that only the user can read a file that it wrote, that a write that fails leaves the old file as it was,
// and that no message repeats what is in the file, which holds secrets.
//
// It does not decide which profile counts, and speaks to no server.
package profile
