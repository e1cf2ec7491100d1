package store

import (
	"context"
	"maps"
	"slices"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/audit"
	"github.com/millrace/millrace/internal/deploy"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/project"
	"github.com/millrace/millrace/internal/run"
	"github.com/millrace/millrace/internal/schedule"
	"github.com/millrace/millrace/internal/webhook"
	"github.com/millrace/millrace/internal/workspace"
)

// The functions on the entry of a write do nothing in a transaction that has none.

func (t *tx) auditObject(object audit.Object) {
	if t.audit != nil {
		t.audit.Object = object
	}
}

func (t *tx) auditName(name string) {
	if t.audit != nil {
		t.audit.Object.Name = name
	}
}

func (t *tx) auditIn(project ids.Project, environment ids.Environment) {
	if t.audit != nil {
		t.audit.Object.Project, t.audit.Object.Environment = project, environment
	}
}

func (t *tx) auditChanges(before, after audit.Fields) {
	if t.audit != nil {
		t.audit.Changes = audit.Compare(before, after)
	}
}

// auditTarget records the environment or workspace that the object belongs to, with its project.
func (t *tx) auditTarget(ctx context.Context, organization ids.Organization, id ids.Environment) error {
	if t.audit == nil {
		return nil
	}
	// The aggregate returns a row also if the environment does not exist; then the write fails for that reason.
	var of ids.Project
	err := t.QueryRowContext(ctx, `SELECT coalesce(max(project_id), '') FROM (
		SELECT project_id FROM environments WHERE organization_id = $1 AND id = $2 UNION ALL
		SELECT project_id FROM workspaces WHERE organization_id = $1 AND id = $2) AS targets`, organization, id).Scan(&of)
	t.auditIn(of, id)
	return err
}

// auditUser records a change of a user, with the action that says most about it.
func (t *tx) auditUser(before, after account.User) {
	t.auditName(before.Email)
	t.auditChanges(userFields(before), userFields(after))
	switch {
	case t.audit == nil:
	case after.Status == account.UserDeleted:
		t.audit.Action = audit.ActionOf(audit.User, audit.Delete)
	case before.PasswordHash != after.PasswordHash:
		t.audit.Action = audit.ActionOf(audit.User, audit.Password)
	}
}

func userFields(u account.User) audit.Fields {
	return audit.Fields{
		{Name: "email", Value: u.Email},
		{Name: "firstName", Value: u.FirstName},
		{Name: "lastName", Value: u.LastName},
		{Name: "role", Value: u.Role.Wire()},
		{Name: "status", Value: u.Status},
		{Name: "isBreakGlass", Value: u.IsBreakGlass},
		{Name: "password", Value: u.PasswordHash, IsSecret: true},
		{Name: "isServiceAccount", Value: u.IsService},
	}
}

// identityProviderFields returns the fields of a provider; nil for none.
func identityProviderFields(p *account.IdentityProvider) audit.Fields {
	if p == nil {
		return nil
	}
	return audit.Fields{
		{Name: "kind", Value: p.Kind},
		{Name: "isEnabled", Value: p.IsEnabled},
		{Name: "onlySingleSignOn", Value: p.OnlySingleSignOn},
		{Name: "settings", Value: p.ProviderSettings},
		{Name: "clientSecret", Value: p.SealedSecret, IsSecret: true},
	}
}

func roleFields(role string) audit.Fields { return audit.Fields{{Name: "role", Value: role}} }

func tokenFields(token account.Token) audit.Fields {
	limits := storeLimits(token.Limits)
	fields := audit.Fields{
		{Name: "user", Value: token.User},
		{Name: "name", Value: token.Name},
		{Name: "hint", Value: token.Hint},
		{Name: "scopes", Value: limits.scopes},
		{Name: "addresses", Value: limits.addresses},
	}
	if !token.Limits.ExpiresAt.IsZero() {
		fields = append(fields, audit.Field{Name: "expiresAt", Value: token.Limits.ExpiresAt})
	}
	return fields
}

func projectFields(p project.Project) audit.Fields {
	return audit.Fields{
		{Name: "name", Value: p.Name},
		{Name: "description", Value: p.Description},
		{Name: "platformKind", Value: p.Platform},
		{Name: "gitAccountID", Value: p.GitAccount},
		{Name: "gitRepo", Value: audit.WithoutCredentials(p.GitRepo)},
		{Name: "gitBranch", Value: p.GitBranch},
	}
}

func environmentObject(e project.Environment) audit.Object {
	return audit.Object{Kind: audit.Environment, ID: ids.FormatNumber(e.ID), Name: e.Name, Project: e.Project, Environment: e.ID}
}

func environmentFields(e project.Environment) audit.Fields {
	s := e.Settings
	return audit.Fields{
		{Name: "name", Value: e.Name},
		{Name: "project", Value: e.Project},
		{Name: "status", Value: e.Status},
		{Name: "description", Value: s.Description},
		{Name: "oauthEnabled", Value: s.OAuthEnabled},
		{Name: "connection", Value: s.Connection},
		{Name: "connectionAccount", Value: s.ConnectionAccount},
		{Name: "connectionUser", Value: s.ConnectionUser},
		{Name: "password", Value: s.SealedSecret, IsSecret: true},
		{Name: "accessURL", Value: audit.WithoutCredentials(s.AccessURL)},
		{Name: "defaultStorageMapping", Value: s.DefaultStorageMapping},
		{Name: "mappings", Value: s.Mappings},
		{Name: "devEnv", Value: s.DevEnv},
		{Name: "runtimeParameters", Value: shownParameters(s.Parameters)},
		{Name: "secretParameters", Value: secretParameters(s.Parameters), IsSecret: true},
		{Name: "tagBackground", Value: s.TagColors.Background},
		{Name: "tagText", Value: s.TagColors.Text},
		{Name: "workerLabel", Value: s.WorkerLabel},
		{Name: "deployedCommit", Value: e.DeployedCommit},
	}
}

func workspaceObject(w project.Workspace) audit.Object {
	return audit.Object{
		Kind: audit.Workspace, ID: ids.FormatNumber(w.ID), Name: w.Name, Project: w.Project, Environment: ids.Environment(w.ID),
	}
}

func workspaceFields(w project.Workspace) audit.Fields {
	s := w.Settings
	return audit.Fields{
		{Name: "name", Value: w.Name},
		{Name: "project", Value: w.Project},
		{Name: "branch", Value: s.Branch},
		{Name: "connection", Value: s.Connection},
		{Name: "mappings", Value: s.Mappings},
		{Name: "runtimeParameters", Value: shownParameters(s.Parameters)},
		{Name: "secretParameters", Value: secretParameters(s.Parameters), IsSecret: true},
	}
}

// editFields lists the files that an edit writes and removes, without their contents, which are in the repository.
func editFields(edit workspace.Edit) audit.Fields {
	const most = 50
	written, removed := slices.Sorted(maps.Keys(edit.Put)), slices.Sorted(slices.Values(edit.Remove))
	fields := audit.Fields{
		{Name: "written", Value: written[:min(len(written), most)]}, {Name: "removed", Value: removed[:min(len(removed), most)]},
	}
	if len(written) > most || len(removed) > most {
		fields = append(fields, audit.Field{Name: "writtenCount", Value: len(written)}, audit.Field{Name: "removedCount", Value: len(removed)})
	}
	if edit.Base != nil {
		fields = append(fields, audit.Field{Name: "commit", Value: edit.Base.Commit})
	}
	return fields
}

func connectionFields(c project.Connection) audit.Fields {
	return audit.Fields{
		{Name: "name", Value: c.Name},
		{Name: "platformKind", Value: c.Platform},
		{Name: "settings", Value: maskSettings(c.Settings)},
		{Name: "password", Value: c.SealedSecret, IsSecret: true},
		{Name: "allProjects", Value: c.AllProjects},
		{Name: "projects", Value: c.Projects},
		{Name: "workerLabel", Value: c.WorkerLabel},
		{Name: "maxRuns", Value: c.MaxRuns},
	}
}

// maskSettings returns settings of a connection with the values that may be secrets masked.
func maskSettings(settings map[string]any) map[string]any {
	masked := make(map[string]any, len(settings))
	for name, value := range settings {
		text, isText := value.(string)
		switch {
		case audit.IsSecretName(name):
			masked[name] = "[masked]"
		case isText:
			masked[name] = audit.WithoutCredentials(text)
		default:
			masked[name] = value
		}
	}
	return masked
}

func gitAccountFields(a project.GitAccount) audit.Fields {
	return audit.Fields{
		{Name: "owner", Value: a.Owner},
		{Name: "name", Value: a.Name},
		{Name: "username", Value: a.Username},
		{Name: "authorName", Value: a.AuthorName},
		{Name: "authorEmail", Value: a.AuthorEmail},
		{Name: "provider", Value: a.Provider},
		{Name: "accessToken", Value: a.SealedToken, IsSecret: true},
	}
}

func planFields(p deploy.Plan) audit.Fields {
	return audit.Fields{
		{Name: "commit", Value: p.Origin.Commit},
		{Name: "deployedCommit", Value: p.DeployedCommit},
		{Name: "counts", Value: p.Counts},
		{Name: "isDestructive", Value: p.IsDestructive},
	}
}

func runFields(r run.Run) audit.Fields {
	d := r.Details
	return audit.Fields{
		{Name: "type", Value: r.Type},
		{Name: "job", Value: d.Job},
		{Name: "include", Value: d.Include},
		{Name: "exclude", Value: d.Exclude},
		{Name: "force", Value: d.Force},
		{Name: "onlyChanged", Value: d.OnlyChanged},
		{Name: "rerunOf", Value: r.RerunOf},
		{Name: "plan", Value: d.Plan},
		{Name: "commit", Value: d.Commit},
		{Name: "nodes", Value: r.Nodes},
	}
}

func scheduleFields(s schedule.Schedule) audit.Fields {
	return audit.Fields{
		{Name: "name", Value: s.Name},
		{Name: "environment", Value: s.Environment},
		{Name: "job", Value: s.Run.Job},
		{Name: "include", Value: s.Run.Include},
		{Name: "exclude", Value: s.Run.Exclude},
		{Name: "runtimeParameters", Value: shownParameters(s.Run.Parameters)},
		{Name: "secretParameters", Value: secretParameters(s.Run.Parameters), IsSecret: true},
		{Name: "parallelism", Value: s.Run.Parallelism},
		{Name: "cron", Value: s.Trigger.Cron},
		{Name: "timeZone", Value: s.Trigger.TimeZone},
		{Name: "afterJob", Value: s.Trigger.Job},
		{Name: "afterSchedule", Value: s.Trigger.Schedule},
		{Name: "retryCount", Value: s.Retry.Count},
		{Name: "retryWait", Value: s.Retry.Wait.String()},
		{Name: "retryFrom", Value: s.Retry.From},
		{Name: "overlap", Value: s.Overlap},
		{Name: "missed", Value: s.Missed},
		{Name: "notifications", Value: s.Notifications},
		{Name: "isPaused", Value: s.IsPaused},
		{Name: "owner", Value: s.Owner},
	}
}

func webhookFields(w webhook.Webhook) audit.Fields {
	return audit.Fields{
		{Name: "url", Value: audit.WithoutCredentials(w.URL)},
		{Name: "description", Value: w.Description},
		{Name: "events", Value: w.Kinds},
		{Name: "environment", Value: w.Environment},
		{Name: "isActive", Value: w.IsActive},
		{Name: "secret", Value: w.SealedSecret, IsSecret: true},
	}
}
