package contract_test

import (
	"net/http"

	"github.com/millrace/millrace/internal/apptest"
)

func userOperations() map[string]operationCase {
	const path = "/api/v1/users"
	return map[string]operationCase{
		"listUsers": listed(path),
		"createUser": {
			good: func(n names) apptest.Request {
				return post(path, object{"email": n.fresh + "@example.com", "password": "a long password", "firstName": "Ada", "lastName": "Byron"})
			},
			status: created,
			bad:    fixed(post(path, object{"email": "no address", "password": "a long password"})), refuse: http.StatusBadRequest,
		},
		"getUser":          about(ok, func(n names) apptest.Request { return get(path + "/" + n.user) }),
		"updateUser":       about(ok, func(n names) apptest.Request { return patch(path+"/"+n.user, object{"firstName": n.fresh}) }),
		"deleteUser":       about(gone, func(n names) apptest.Request { return del(path + "/" + n.user) }).with(freshUser),
		"listUserSessions": about(ok, func(n names) apptest.Request { return get(path + "/" + n.user + "/sessions") }),
		"endUserSessions":  about(ok, func(n names) apptest.Request { return del(path + "/" + n.user + "/sessions") }).with(userWithSessions),
		"createPasswordLink": about(created, func(n names) apptest.Request {
			return post(path+"/"+n.user+"/passwordLink", object{})
		}),
		"listUserTokens": about(ok, func(n names) apptest.Request { return get(path + "/" + n.user + "/tokens") }),
		"revokeUserToken": about(gone, func(n names) apptest.Request {
			return del(path + "/" + n.user + "/tokens/" + n.token)
		}).with(tokenOfUser),
	}
}

func roleOperations() map[string]operationCase {
	const path = "/api/v2/userRoles"
	return map[string]operationCase{
		"listUserRoles": listed(path),
		"getUserRoles":  about(ok, func(n names) apptest.Request { return get(path + "/" + n.user) }),
		"setOrganizationRole": about(ok, func(n names) apptest.Request {
			return put(path+"/"+n.user+"/organizationRole", object{"role": "organizationContributor"})
		}),
		"setProjectRole": about(ok, func(n names) apptest.Request {
			return put(path+"/"+n.user+"/projects/"+n.project, object{"projectRole": "projectMember"})
		}),
		"deleteProjectRole": about(gone, func(n names) apptest.Request {
			return del(path + "/" + n.user + "/projects/" + n.project)
		}),
		"setEnvironmentRole": about(ok, func(n names) apptest.Request {
			return put(path+"/"+n.user+"/environments/"+n.environment, object{"environmentRole": "environmentReader"})
		}),
		"deleteEnvironmentRole": about(gone, func(n names) apptest.Request {
			return del(path + "/" + n.user + "/environments/" + n.environment)
		}),
	}
}

func authOperations() map[string]operationCase {
	const path = "/api/v1/auth"
	return map[string]operationCase{
		"login": {
			good: func(n names) apptest.Request {
				return post(path+"/login", object{"email": n.email, "password": n.password})
			},
			status: ok,
			bad:    fixed(post(path+"/login", object{"email": "stranger@example.com", "password": "a guess"})), refuse: http.StatusUnauthorized,
		},
		"createSession": {
			good: func(n names) apptest.Request {
				return post(path+"/session", object{"email": n.email, "password": n.password})
			},
			status: created,
			bad:    fixed(post(path+"/session", object{"email": "stranger@example.com", "password": "a guess"})), refuse: http.StatusUnauthorized,
		},
		"requestPasswordReset": {
			good: fixed(post(path+"/passwordReset", object{"email": "stranger@example.com"})), status: http.StatusAccepted,
			bad: fixed(post(path+"/passwordReset", object{"email": "no address"})), refuse: http.StatusBadRequest,
		},
		"checkPasswordLink": about(ok, func(n names) apptest.Request {
			return post(path+"/passwordLink/check", object{"token": n.link})
		}).with(freshLink),
		"usePasswordLink": about(created, func(n names) apptest.Request {
			return post(path+"/passwordLink", object{"token": n.link, "password": "four words that match nothing"})
		}).with(freshLink),
		"logout": {good: fixed(post(path+"/logout", nil)), status: gone, refuse: http.StatusUnauthorized},
		"getMe":  {good: fixed(get(path + "/me")), status: ok, refuse: http.StatusUnauthorized},
		"changePassword": {
			// The new password equals the old one: that is a change too, and the case can be repeated.
			good: func(n names) apptest.Request {
				return post(path+"/password", object{"currentPassword": n.password, "newPassword": n.password})
			},
			status: gone, prepare: ownPassword,
			bad: fixed(post(path+"/password", object{"currentPassword": "not the one", "newPassword": "a long password"})), refuse: http.StatusBadRequest,
		},
		"listTokens": listed(path + "/tokens"),
		"createToken": {
			good: fixed(post(path+"/tokens", object{"name": "for a test"})), status: created,
			bad: fixed(post(path+"/tokens", object{"name": "two\nlines"})), refuse: http.StatusBadRequest,
		},
		"revokeToken":        about(gone, func(n names) apptest.Request { return del(path + "/tokens/" + n.token) }).with(ownToken),
		"revokeUnusedTokens": {good: fixed(del(path + "/unusedTokens")), status: ok, refuse: http.StatusUnauthorized},
		"confirmPassword": {
			good:   func(n names) apptest.Request { return post(path+"/confirm", object{"password": n.password}) },
			status: gone, prepare: ownPassword,
			bad: fixed(post(path+"/confirm", object{"password": "not the one"})), refuse: http.StatusBadRequest,
		},
		"listSessions":     listed(path + "/sessions"),
		"endSession":       about(gone, func(n names) apptest.Request { return del(path + "/sessions/" + n.session) }).with(ownSession),
		"endOtherSessions": {good: fixed(del(path + "/sessions")), status: ok, refuse: http.StatusUnauthorized},
	}
}

func connectionOperations() map[string]operationCase {
	const path = "/api/v1/connections"
	return map[string]operationCase{
		"listConnections": listed(path),
		"createConnection": {
			good:   func(n names) apptest.Request { return post(path, object{"name": n.fresh, "platformKind": "duckdb"}) },
			status: created,
			bad:    fixed(post(path, object{"name": "x", "platformKind": "duckdb", "settings": object{"color": "red"}})), refuse: http.StatusBadRequest,
		},
		"getConnection":    about(ok, func(n names) apptest.Request { return get(path + "/" + n.connection) }),
		"updateConnection": about(ok, func(n names) apptest.Request { return patch(path+"/"+n.connection, object{"name": n.fresh}) }),
		"deleteConnection": about(gone, func(n names) apptest.Request { return del(path + "/" + n.connection) }).with(freshConnection),
		"testConnection":   about(ok, func(n names) apptest.Request { return post(path+"/"+n.connection+"/test", nil) }),
	}
}

// deploymentOperations are about the deployment itself.
func deploymentOperations() map[string]operationCase {
	open := func(path string) operationCase {
		return operationCase{good: fixed(get(path)), status: ok, bad: elsewhere(get(path)), refuse: http.StatusNotFound}
	}
	return map[string]operationCase{
		"getOrganization": {good: fixed(get("/api/v1/organization")), status: ok, refuse: http.StatusUnauthorized},
		"getServer":       open("/api/v1/server"),
		"listAuditEntries": {
			good: fixed(get("/api/v1/auditEntries")), status: ok, bad: fixed(get("/api/v1/auditEntries?result=maybe")), refuse: http.StatusBadRequest,
		},
		"exportAuditEntries": {
			good: fixed(get("/api/v1/auditEntries/export")), status: ok,
			bad: fixed(get("/api/v1/auditEntries/export?format=xml")), refuse: http.StatusBadRequest,
		},
		"getServerState": {good: fixed(get("/api/v1/serverState")), status: ok, refuse: http.StatusUnauthorized},
		"listWorkers":    {good: fixed(get("/api/v1/workers")), status: ok, refuse: http.StatusUnauthorized},
		"getOpenAPI":     open("/api/openapi.json"),
		"getHealth":      open("/healthz"),
		"getReadiness":   open("/readyz"),
		// Its token is that of the server: no token of a user opens the metrics.
		"getMetrics": {
			good: fixed(apptest.Request{Method: http.MethodGet, Path: "/metrics", Token: apptest.MetricsToken}), status: ok,
			bad: fixed(get("/metrics")), refuse: http.StatusUnauthorized,
		},
	}
}
