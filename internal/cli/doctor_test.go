package cli_test

import (
	"testing"
)

func TestDoctor(t *testing.T) {
	t.Parallel()
	s := newProjectFixture(t)
	s.home = t.TempDir()
	s.deploy()
	s.want(s.run("doctor", "--data", s.platform.Data), 0, `^ok    version: this is millrace test$`, `^ok    server: \S+ responds, version test$`, `^ok    clock: `,
		`^ok    token: token belongs to admin@example\.com of Default$`,
		`^ok    workers: 1 live, for 64 runs at once$`, `^ok    connection .*duckdb .* responds in \d+ ms$`,
		`^ok    environments: none of 1 `, `^ok    schedules: there are none`, `^warn  data folder: other users can read `+s.platform.Data, `free space: \d+ GB`)
	s.want(s.run("doctor", "--json"), 0, `"check": "token"`)

	// Problems are listed with hints.
	s.want(s.run("schedules", "create", "nightly", "--environment", s.environment, "--cron", "0 4 * * *", "--paused"), 0)
	s.write("nodes/RAW-ORDERS.sql", ordersNode+"FROM nowhere\n")
	s.plan()
	s.run("deploy", s.planFile(), "--wait")
	s.run("refresh", "--environment", s.environment, "--wait")
	s.want(s.run("doctor"), 0, `^warn  environment Production \(\d+\): the last refresh failed$`, `→ See .millrace runs --environment`,
		`^warn  schedule nightly: it is paused$`, `→ Resume it with .millrace schedules resume`)

	s.token = "mrt_wrong"
	s.want(s.run("doctor"), 1, `^fail  token: .*not valid`, `→ Log in again`)
	s.token = ""
	s.want(s.run("doctor"), 1, `^fail  token: no access token for`)
	s.want(s.run("doctor", "--server", "http://127.0.0.1:1"), 1, `^fail  server: .*refused`, `→ Check that it is running at http://127\.0\.0\.1:1`)
	s.want(s.run("doctor", "--server", "http://ann:hunter2secret@127.0.0.1:1"), 1, `^fail  server`)
	s.want(s.run("doctor", "--profile", "none"), 1, `^fail  server: profile none does not exist$`)
	s.want(s.run("doctor", "--config", "missing.toml", "--json"), 1, `"check": "settings"`, `"state": "fail"`)
}

// TestDoctorWithFewPermissions checks that a missing permission is not reported as a problem.
func TestDoctorWithFewPermissions(t *testing.T) {
	t.Parallel()
	r, platform := newLoginFixture(t)
	r.token = platform.NewPerson(platform.AdminToken(), "bob@example.com", "member").Token
	r.want(r.run("doctor"), 0, `^ok    token: token belongs to bob@example\.com`)
}
