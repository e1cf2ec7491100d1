package compat_test

import (
	"net/http"
	"testing"
)

// sdk is a generated client: it sends every field, and sends back whole what it received.
type sdk struct {
	*client

	me, person string
}

func runSDK(t *testing.T, h *fixture) {
	t.Helper()
	s := sdk{client: h.client(t, http.Header{"Accept": {"application/json, text/plain, */*"}, "Content-Type": {"application/json; charset=utf-8"}})}
	s.extras = true
	s.me = s.Me(s.token).User.ID
	s.person = s.NewPerson(s.token, "sdk@example.com", "member").ID
	account := s.editsGitAccounts()
	project := s.editsProjects(account)
	environment := s.editsEnvironments(project)
	s.setsRoles(project, environment)
	s.remove("/api/v1/environments/" + environment)
	s.call(http.StatusNoContent, http.MethodDelete, "/api/v1/projects/"+project+"/gitAccounts/"+s.me, nil)
	s.remove("/api/v1/projects/" + project)
	s.remove("/api/v1/gitAccounts/" + account + "?accountOwner=" + s.me)
}

func (s sdk) editsGitAccounts() string {
	const secret = "ghp-geheim-77"
	account := s.create("/api/v1/gitAccounts?accountOwner="+s.me, object{
		"gitAccountName": "work", "gitUsername": "ada", "gitAuthorName": "Ada Lovelace", "gitAuthorEmail": "ada@example.com", "gitToken": secret,
		"provider": "github",
	})
	path := "/api/v1/gitAccounts/" + textField(s.t, account, "id")
	if got := s.get(path + "?accountOwner=" + s.me); !same(s.t, got, account) || got["gitToken"] != nil {
		s.t.Errorf("created %v and got %v", account, got)
	}
	changed := s.change(path, object{"gitAccountName": "home", "gitToken": secret + "8"})
	if changed["gitAccountName"] != "home" || changed["gitAuthorName"] != "Ada Lovelace" || changed["gitToken"] != nil {
		s.t.Errorf("after a change: %v", changed)
	}
	if list := elements(s.t, s.get("/api/v1/gitAccounts")); !contains(list, "id", account["id"]) {
		s.t.Errorf("the accounts are %v", list)
	}
	return textField(s.t, account, "id")
}

func (s sdk) editsProjects(account string) string {
	project := s.create("/api/v1/projects", object{
		"name": "Generated", "platformKind": "duckdb", "description": "by the SDK", "gitAccountID": account,
		"gitRepo": "https://git.example/generated.git", "gitBranch": "main",
	})
	path := "/api/v1/projects/" + textField(s.t, project, "id")
	s.call(http.StatusNoContent, http.MethodPut, path+"/gitAccounts/"+s.me, object{"gitAccountID": account})
	changed := s.change(path+"?includeWorkspaces=true&includeJobs=true", object{"name": "Generated again", "description": nil})
	if changed["name"] != "Generated again" || changed["description"] != "" || changed["gitBranch"] != "main" || changed["gitAccountID"] != account {
		s.t.Errorf("after a change: %v", changed)
	}
	whole := s.get(path + "?includeWorkspaces=true&includeJobs=true")
	if len(listField(s.t, whole, "workspaces")) != 1 || len(listField(s.t, whole, "jobs")) != 0 || !same(s.t, whole, changed) {
		s.t.Errorf("the project is %v", whole)
	}
	if plain := s.get(path); plain["workspaces"] != nil || plain["jobs"] != nil {
		s.t.Errorf("the request did not include workspaces and jobs: %v", plain)
	}
	return textField(s.t, project, "id")
}

func (s sdk) editsEnvironments(project string) string {
	environment := s.create("/api/v1/environments", object{
		"project": project, "name": "Staging", "oauthEnabled": false, "description": "all of it", "connectionAccount": "acme",
		"accessUrl": "https://acme.example", "defaultStorageMapping": "WORK", "mappings": object{"WORK": object{"database": "", "schema": "sdk"}},
		"devEnv": true, "runTimeParameters": object{"day": "monday"}, "tagColors": object{"backgroundColor": "#000000", "textColor": "#ffffff"},
	})
	path := "/api/v1/environments/" + textField(s.t, environment, "id")
	if got := s.get(path); !same(s.t, got, environment) {
		s.t.Errorf("created\n%v\nand got\n%v", environment, got)
	}
	if mapped := objectField(s.t, objectField(s.t, environment, "currentMappings"), "WORK"); mapped["schema"] != "sdk" {
		s.t.Errorf("WORK is mapped to %v", mapped)
	}
	cleared := s.change(path, object{"description": nil, "tagColors": nil, "runTimeParameters": nil, "accessUrl": nil, "name": "Stage"})
	if cleared["description"] != "" || cleared["tagColors"] != nil || len(objectField(s.t, cleared, "runTimeParameters")) != 0 || cleared["accessUrl"] != nil {
		s.t.Errorf("null does not clear the field: %v", cleared)
	}
	if cleared["name"] != "Stage" || cleared["connectionAccount"] != "acme" || cleared["devEnv"] != true {
		s.t.Errorf("fields that were not sent have changed: %v", cleared)
	}
	return textField(s.t, environment, "id")
}

// setsRoles sets every role in every spelling.
func (s sdk) setsRoles(project, environment string) {
	path := "/api/v2/userRoles/" + s.person
	for _, given := range []struct{ at, field, word, shown, want string }{
		{"/organizationRole", "role", "organizationContributor", "organizationRole", "organizationContributor"},
		{"/organizationRole", "organizationRole", "ADMINISTRATOR", "orgRole", "organizationAdministrator"},
		{"/organizationRole", "orgRole", "member", "organizationRole", "organizationMember"},
		{"/projects/" + project, "projectRole", "projectArchitect", "projectRole", "projectArchitect"},
		{"/projects/" + project, "role", "Contributor", "projectRole", "projectContributor"},
		{"/projects/" + project, "projectRole", "PROJECTADMINISTRATOR", "projectRole", "projectAdministrator"},
		{"/projects/" + project, "role", "projectmember", "projectRole", "projectMember"},
		{"/environments/" + environment, "environmentRole", "reader", "environmentRole", "environmentReader"},
		{"/environments/" + environment, "role", "EnvironmentAdministrator", "environmentRole", "environmentAdministrator"},
	} {
		if roles := s.replace(path+given.at, object{given.field: given.word}); roles[given.shown] != given.want || roles["userID"] != s.person {
			s.t.Errorf("setting %s to %q at %s results in %v", given.field, given.word, given.at, roles)
		}
	}
	s.wantError(http.StatusBadRequest, http.MethodPut, path+"/organizationRole", object{"role": "architect"})
	s.remove(path + "/projects/" + project)
	s.remove(path + "/environments/" + environment)
	if left := s.get(path); len(listField(s.t, left, "projectRoles"))+len(listField(s.t, left, "environmentRoles")) != 0 {
		s.t.Errorf("removed roles are still listed: %v", left)
	}
}
