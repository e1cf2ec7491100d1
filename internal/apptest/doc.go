// Package apptest is the whole platform in one line of a test: real settings, real database, real listener on loopback,
// stopped when the test ends. Tests talk to it over HTTP like anybody else.
//
//	func TestSomething(t *testing.T) {
//		apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
//			platform := apptest.Start(t, database)
//			answer := platform.Get(platform.AdminToken(), "/api/v1/environments")
//			…
//		})
//	}
//
// Several platforms started on one Database are the servers of one deployment.
package apptest
