// Package apptest starts the whole platform in one line of a test: real settings, a real database and a real listener
// on loopback. The platform stops when the test ends. Tests send HTTP requests to it like any client.
//
//	func TestSomething(t *testing.T) {
//		apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
//			platform := apptest.Start(t, database)
//			response := platform.Get(platform.AdminToken(), "/api/v1/environments")
//			…
//		})
//	}
//
// Several platforms that start on one Database are the servers of one deployment.
package apptest
