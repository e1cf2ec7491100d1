package httpapi

import (
	"context"
	"fmt"
	"strings"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
)

// rule is the permission that an operation needs on a resource. A rule without a resource is for every signed-in user
// or, if public, for every client.
type rule struct {
	need account.Permission
	in   resourceResolver
	// also returns a further permission that some requests need on the resource; nil for none.
	also   func(where resource, request any) account.Permission
	public bool
	// scope is what a token with scopes needs, where it differs from that of the permission.
	scope account.TokenScope
}

var (
	everybody = rule{public: true}
	signedIn  = rule{}
)

// permissions is the only table of who may call what. The server does not start if it has a gap.
var permissions = map[string]rule{
	"getHealth":     everybody,
	"getReadiness":  everybody,
	"getMetrics":    everybody,
	"getOpenAPI":    everybody,
	"getServer":     everybody,
	"login":         everybody,
	"createSession": everybody,
	"finishLogin":   everybody,
	"finishSession": everybody,

	"getSignInMethods": everybody,

	"requestPasswordReset": everybody,
	"checkPasswordLink":    everybody,
	"usePasswordLink":      everybody,

	"logout":             {scope: account.ScopeRead},
	"getMe":              signedIn,
	"changePassword":     signedIn,
	"listTokens":         signedIn,
	"createToken":        signedIn,
	"revokeToken":        signedIn,
	"revokeUnusedTokens": signedIn,
	"confirmPassword":    signedIn,
	"listSessions":       signedIn,
	"endSession":         signedIn,
	"endOtherSessions":   signedIn,

	"getSecondFactor":      signedIn,
	"beginSecondFactor":    signedIn,
	"activateSecondFactor": signedIn,
	"removeSecondFactor":   signedIn,
	"createRecoveryCodes":  signedIn,

	"listAuditEntries":    {need: account.AuditRead, in: organization},
	"exportAuditEntries":  {need: account.AuditRead, in: organization},
	"getServerState":      {need: account.ServerRead, in: organization},
	"listWorkers":         {need: account.ServerRead, in: organization},
	"getOrganization":     {need: account.OrganizationRead, in: organization},
	"listUsers":           {need: account.UsersRead, in: organization},
	"getUser":             {need: account.UsersRead, in: organization},
	"createUser":          {need: account.UsersManage, in: organization},
	"updateUser":          {need: account.UsersManage, in: organization},
	"deleteUser":          {need: account.UsersManage, in: organization},
	"listUserTokens":      {need: account.UsersManage, in: organization},
	"revokeUserToken":     {need: account.UsersManage, in: organization},
	"listUserSessions":    {need: account.UsersManage, in: organization},
	"endUserSessions":     {need: account.UsersManage, in: organization},
	"endUserSession":      {need: account.UsersManage, in: organization},
	"setOrganizationRole": {need: account.UsersManage, in: organization},
	"createPasswordLink":  {need: account.UsersManage, in: organization},

	"createServiceAccount":     {need: account.UsersManage, in: organization},
	"createUserToken":          {need: account.UsersManage, in: organization},
	"removeUserSecondFactor":   {need: account.UsersManage, in: organization},
	"getSignInPolicy":          {need: account.SingleSignOn, in: organization},
	"setSignInPolicy":          {need: account.SingleSignOn, in: organization},
	"listOrganizationTokens":   {need: account.UsersManage, in: organization},
	"listOrganizationSessions": {need: account.UsersManage, in: organization},

	// Operators only, whatever their roles; see authorize_installation.go.
	"listOrganizations":  {in: operators},
	"createOrganization": {in: operators},
	"getOrganizationByID": {in: inOrganizations(func(r api.GetOrganizationByIDRequestObject) string {
		return r.OrganizationID
	})},
	"updateOrganization": {in: inOrganizations(func(r api.UpdateOrganizationRequestObject) string { return r.OrganizationID })},
	"deleteOrganization": {in: inOrganizations(func(r api.DeleteOrganizationRequestObject) string { return r.OrganizationID })},

	"getIdentityProvider":    {need: account.SingleSignOn, in: organization},
	"setIdentityProvider":    {need: account.SingleSignOn, in: organization},
	"deleteIdentityProvider": {need: account.SingleSignOn, in: organization},
	"testIdentityProvider":   {need: account.SingleSignOn, in: organization},
	"listSCIMTokens":         {need: account.SingleSignOn, in: organization},
	"createSCIMToken":        {need: account.SingleSignOn, in: organization},
	"revokeSCIMToken":        {need: account.SingleSignOn, in: organization},

	"listUserRoles": {need: account.ProjectRolesRead, in: rolesList},
	"getUserRoles":  {need: account.ProjectRolesRead, in: rolesOfOne},
	"setProjectRole": {need: account.ProjectRolesSet, in: inProject(func(r api.SetProjectRoleRequestObject) string {
		return r.ProjectID
	})},
	"deleteProjectRole": {need: account.ProjectRolesSet, in: inProject(func(r api.DeleteProjectRoleRequestObject) string {
		return r.ProjectID
	})},
	"setEnvironmentRole": {need: account.EnvironmentRolesSet, in: inEnvironment(func(r api.SetEnvironmentRoleRequestObject) string {
		return r.EnvironmentID
	})},
	"deleteEnvironmentRole": {need: account.EnvironmentRolesSet, in: inEnvironment(func(r api.DeleteEnvironmentRoleRequestObject) string {
		return r.EnvironmentID
	})},

	"listConnections":  {need: account.ConnectionsRead, in: organization},
	"getConnection":    {need: account.ConnectionsRead, in: organization},
	"createConnection": {need: account.ConnectionsManage, in: organization},
	"updateConnection": {need: account.ConnectionsManage, in: organization},
	"deleteConnection": {need: account.ConnectionsManage, in: organization},
	"testConnection":   {need: account.ConnectionsManage, in: organization},

	"listConnectionUsers": {need: account.ConnectionsManage, in: organization},

	"listGitAccounts":  {need: account.GitAccountsUse, in: organization},
	"createGitAccount": {need: account.GitAccountsUse, in: organization},
	"getGitAccount":    {need: account.GitAccountsUse, in: organization},
	"updateGitAccount": {need: account.GitAccountsUse, in: organization},
	"deleteGitAccount": {need: account.GitAccountsUse, in: organization},

	"listProjects":        {need: account.ProjectsList, in: organization},
	"createProject":       {need: account.ProjectsCreate, in: organization},
	"getProject":          {need: account.ProjectRead, in: inProject(func(r api.GetProjectRequestObject) string { return r.ProjectID })},
	"updateProject":       {need: account.ProjectUpdate, in: inProject(func(r api.UpdateProjectRequestObject) string { return r.ProjectID })},
	"deleteProject":       {need: account.ProjectDelete, in: inProject(func(r api.DeleteProjectRequestObject) string { return r.ProjectID })},
	"linkGitAccount":      {need: account.ProjectUpdate, in: linked},
	"getLinkedGitAccount": {need: account.ProjectUpdate, in: linked},
	"unlinkGitAccount":    {need: account.ProjectUpdate, in: linked},

	"listWorkspaces": {need: account.ProjectsList, in: organization},
	"createWorkspace": {
		need: account.WorkspaceManage, also: newWorkspaceConnection,
		in: inProject(func(r api.CreateWorkspaceRequestObject) string { return string(r.Body.Project) }),
	},
	"getWorkspace":    {need: account.WorkspaceRead, in: inWorkspace(func(r api.GetWorkspaceRequestObject) string { return r.WorkspaceID })},
	"deleteWorkspace": {need: account.WorkspaceManage, in: inWorkspace(func(r api.DeleteWorkspaceRequestObject) string { return r.WorkspaceID })},

	"listWorkspaceNodes":  {need: account.WorkspaceRead, in: inWorkspace(func(r api.ListWorkspaceNodesRequestObject) string { return r.WorkspaceID })},
	"createWorkspaceNode": {need: account.WorkspaceEdit, in: inWorkspace(func(r api.CreateWorkspaceNodeRequestObject) string { return r.WorkspaceID })},
	"getWorkspaceNode":    {need: account.WorkspaceRead, in: inWorkspace(func(r api.GetWorkspaceNodeRequestObject) string { return r.WorkspaceID })},
	"setWorkspaceNode":    {need: account.WorkspaceEdit, in: inWorkspace(func(r api.SetWorkspaceNodeRequestObject) string { return r.WorkspaceID })},
	"deleteWorkspaceNode": {need: account.WorkspaceEdit, in: inWorkspace(func(r api.DeleteWorkspaceNodeRequestObject) string { return r.WorkspaceID })},
	"createWorkspaceJob":  {need: account.WorkspaceEdit, in: inWorkspace(func(r api.CreateWorkspaceJobRequestObject) string { return r.WorkspaceID })},
	"getWorkspaceJob":     {need: account.WorkspaceRead, in: inWorkspace(func(r api.GetWorkspaceJobRequestObject) string { return r.WorkspaceID })},
	"updateWorkspaceJob":  {need: account.WorkspaceEdit, in: inWorkspace(func(r api.UpdateWorkspaceJobRequestObject) string { return r.WorkspaceID })},
	"deleteWorkspaceJob":  {need: account.WorkspaceEdit, in: inWorkspace(func(r api.DeleteWorkspaceJobRequestObject) string { return r.WorkspaceID })},

	"createWorkspaceSubgraph": {need: account.WorkspaceEdit, in: inWorkspace(func(r api.CreateWorkspaceSubgraphRequestObject) string { return r.WorkspaceID })},
	"getWorkspaceSubgraph":    {need: account.WorkspaceRead, in: inWorkspace(func(r api.GetWorkspaceSubgraphRequestObject) string { return r.WorkspaceID })},
	"updateWorkspaceSubgraph": {need: account.WorkspaceEdit, in: inWorkspace(func(r api.UpdateWorkspaceSubgraphRequestObject) string { return r.WorkspaceID })},
	"deleteWorkspaceSubgraph": {need: account.WorkspaceEdit, in: inWorkspace(func(r api.DeleteWorkspaceSubgraphRequestObject) string { return r.WorkspaceID })},

	"listEnvironments":         {need: account.ProjectsList, in: organization},
	"listEnvironmentOverviews": {need: account.ProjectsList, in: organization},
	"createEnvironment": {
		need: account.EnvironmentCreate, also: newEnvironmentConnection,
		in: inProject(func(r api.CreateEnvironmentRequestObject) string { return string(r.Body.Project) }),
	},
	"getEnvironment": {need: account.EnvironmentRead, in: inEnvironment(func(r api.GetEnvironmentRequestObject) string { return r.EnvironmentID })},
	"updateEnvironment": {
		need: account.EnvironmentUpdate, also: environmentConnection,
		in: inEnvironment(func(r api.UpdateEnvironmentRequestObject) string { return r.EnvironmentID }),
	},
	"deleteEnvironment":    {need: account.EnvironmentDelete, in: inEnvironment(func(r api.DeleteEnvironmentRequestObject) string { return r.EnvironmentID })},
	"listEnvironmentNodes": {need: account.EnvironmentRead, in: inEnvironment(func(r api.ListEnvironmentNodesRequestObject) string { return r.EnvironmentID })},
	"getNodeHealth":        {need: account.EnvironmentRead, in: inEnvironment(func(r api.GetNodeHealthRequestObject) string { return r.EnvironmentID })},
	"getEnvironmentNode":   {need: account.EnvironmentRead, in: inEnvironment(func(r api.GetEnvironmentNodeRequestObject) string { return r.EnvironmentID })},
	"getEnvironmentGraph":  {need: account.EnvironmentRead, in: inEnvironment(func(r api.GetEnvironmentGraphRequestObject) string { return r.EnvironmentID })},
	"getEnvironmentJob":    {need: account.EnvironmentRead, in: inEnvironment(func(r api.GetEnvironmentJobRequestObject) string { return r.EnvironmentID })},
	"matchEnvironmentNodes": {need: account.EnvironmentRead, in: inEnvironment(func(r api.MatchEnvironmentNodesRequestObject) string {
		return r.EnvironmentID
	})},

	"search":           {need: account.ProjectsList, in: organization},
	"listCatalogNodes": {need: account.EnvironmentRead, in: inEnvironment(func(r api.ListCatalogNodesRequestObject) string { return r.EnvironmentID })},
	"getCatalogNode":   {need: account.EnvironmentRead, in: inEnvironment(func(r api.GetCatalogNodeRequestObject) string { return r.EnvironmentID })},
	"getNodeHistory":   {need: account.EnvironmentRead, in: inEnvironment(func(r api.GetNodeHistoryRequestObject) string { return r.EnvironmentID })},
	"getColumnLineage": {need: account.EnvironmentRead, in: inEnvironment(func(r api.GetColumnLineageRequestObject) string { return r.EnvironmentID })},

	"listRuns": {need: account.RunsList, in: organization},
	"getRun":   {need: account.EnvironmentRead, in: inRun(func(r api.GetRunRequestObject) string { return r.RunID })},
	"getRunNodeSource": {
		need: account.EnvironmentRead, in: inRun(func(r api.GetRunNodeSourceRequestObject) string { return r.RunID }),
	},
	"getRunResults": {need: account.EnvironmentRead, in: inRun(func(r api.GetRunResultsRequestObject) string { return r.RunID })},
	"getRunStatus":  {need: account.RunsList, in: organization},
	"startRun":      {need: account.EnvironmentRun, in: inRunTarget(runTarget)},
	"rerun":         {need: account.EnvironmentRun, in: repeated},
	"cancelRun":     {need: account.EnvironmentRun, in: canceled},
	"streamEvents":  {need: account.RunsList, in: subscriptionResource},

	"validateWorkspace":      {need: account.WorkspaceRead, in: inWorkspace(func(r api.ValidateWorkspaceRequestObject) string { return r.WorkspaceID })},
	"matchWorkspaceNodes":    {need: account.WorkspaceRead, in: inWorkspace(func(r api.MatchWorkspaceNodesRequestObject) string { return r.WorkspaceID })},
	"getWorkspaceGraph":      {need: account.WorkspaceRead, in: inWorkspace(func(r api.GetWorkspaceGraphRequestObject) string { return r.WorkspaceID })},
	"previewNodeSQL":         {need: account.WorkspaceRead, in: inWorkspace(func(r api.PreviewNodeSQLRequestObject) string { return r.WorkspaceID })},
	"getNodeLineage":         {need: account.WorkspaceRead, in: inWorkspace(func(r api.GetNodeLineageRequestObject) string { return r.WorkspaceID })},
	"listWorkspaceNodeTypes": {need: account.WorkspaceRead, in: inWorkspace(func(r api.ListWorkspaceNodeTypesRequestObject) string { return r.WorkspaceID })},
	"getWorkspaceNodeType":   {need: account.WorkspaceRead, in: inWorkspace(func(r api.GetWorkspaceNodeTypeRequestObject) string { return r.WorkspaceID })},
	"getWorkspaceMacros":     {need: account.WorkspaceRead, in: inWorkspace(func(r api.GetWorkspaceMacrosRequestObject) string { return r.WorkspaceID })},
	"getWorkspaceLocations":  {need: account.WorkspaceRead, in: inWorkspace(func(r api.GetWorkspaceLocationsRequestObject) string { return r.WorkspaceID })},
	"listWorkspaceJobs":      {need: account.WorkspaceRead, in: inWorkspace(func(r api.ListWorkspaceJobsRequestObject) string { return r.WorkspaceID })},
	"listWorkspaceSubgraphs": {need: account.WorkspaceRead, in: inWorkspace(func(r api.ListWorkspaceSubgraphsRequestObject) string { return r.WorkspaceID })},
	"diffWorkspace":          {need: account.WorkspaceRead, in: inWorkspace(func(r api.DiffWorkspaceRequestObject) string { return r.WorkspaceID })},
	"renameWorkspaceNode":    {need: account.WorkspaceEdit, in: inWorkspace(func(r api.RenameWorkspaceNodeRequestObject) string { return r.WorkspaceID })},
	"previewNodeDraft":       {need: account.WorkspaceRead, in: inWorkspace(func(r api.PreviewNodeDraftRequestObject) string { return r.WorkspaceID })},
	"previewDraftData":       {need: account.WorkspaceEdit, in: inWorkspace(func(r api.PreviewDraftDataRequestObject) string { return r.WorkspaceID })},
	// The catalog shows what SQL of the workspace reaches, so it needs the permission to run SQL there.
	"getConnectionCatalog": {
		need: account.WorkspaceEdit, scope: account.ScopeEdit, in: inWorkspace(func(r api.GetConnectionCatalogRequestObject) string { return r.WorkspaceID }),
	},
	"previewNodeData": {
		need: account.WorkspaceEdit, scope: account.ScopeEdit, in: inWorkspace(func(r api.PreviewNodeDataRequestObject) string { return r.WorkspaceID }),
	},
	"setWorkspaceNodeType":    {need: account.WorkspaceEdit, in: inWorkspace(func(r api.SetWorkspaceNodeTypeRequestObject) string { return r.WorkspaceID })},
	"deleteWorkspaceNodeType": {need: account.WorkspaceEdit, in: inWorkspace(func(r api.DeleteWorkspaceNodeTypeRequestObject) string { return r.WorkspaceID })},
	"setWorkspaceMacros":      {need: account.WorkspaceEdit, in: inWorkspace(func(r api.SetWorkspaceMacrosRequestObject) string { return r.WorkspaceID })},
	"setWorkspaceLocations":   {need: account.WorkspaceEdit, in: inWorkspace(func(r api.SetWorkspaceLocationsRequestObject) string { return r.WorkspaceID })},
	"commitWorkspace":         {need: account.WorkspaceEdit, in: inWorkspace(func(r api.CommitWorkspaceRequestObject) string { return r.WorkspaceID })},
	"pullWorkspace":           {need: account.WorkspaceEdit, in: inWorkspace(func(r api.PullWorkspaceRequestObject) string { return r.WorkspaceID })},
	"discardChanges":          {need: account.WorkspaceEdit, in: inWorkspace(func(r api.DiscardChangesRequestObject) string { return r.WorkspaceID })},
	"switchBranch":            {need: account.WorkspaceEdit, in: inWorkspace(func(r api.SwitchBranchRequestObject) string { return r.WorkspaceID })},
	"updateWorkspace": {
		need: account.WorkspaceManage, also: workspaceConnection,
		in: inWorkspace(func(r api.UpdateWorkspaceRequestObject) string { return r.WorkspaceID }),
	},

	"listBranches":  {need: account.WorkspaceRead, in: inProject(func(r api.ListBranchesRequestObject) string { return r.ProjectID })},
	"listCommits":   {need: account.WorkspaceRead, in: inProject(func(r api.ListCommitsRequestObject) string { return r.ProjectID })},
	"diffCommits":   {need: account.WorkspaceRead, in: inProject(func(r api.DiffCommitsRequestObject) string { return r.ProjectID })},
	"exportProject": {need: account.WorkspaceRead, in: inProject(func(r api.ExportProjectRequestObject) string { return r.ProjectID })},
	"createBranch":  {need: account.WorkspaceEdit, in: inProject(func(r api.CreateBranchRequestObject) string { return r.ProjectID })},
	"pushProject":   {need: account.WorkspaceEdit, in: inProject(func(r api.PushProjectRequestObject) string { return r.ProjectID })},
	"importProject": {need: account.WorkspaceManage, in: inProject(func(r api.ImportProjectRequestObject) string { return r.ProjectID })},

	"listPlans": {need: account.EnvironmentRead, in: inEnvironment(func(r api.ListPlansRequestObject) string { return r.EnvironmentID })},
	"createPlan": {need: account.EnvironmentRun, scope: account.ScopeDeploy, in: inEnvironment(func(r api.CreatePlanRequestObject) string {
		return r.EnvironmentID
	})},
	"getPlan":         {need: account.EnvironmentRead, in: inPlan(func(r api.GetPlanRequestObject) string { return r.PlanID })},
	"discardPlan":     {need: account.EnvironmentRun, scope: account.ScopeDeploy, in: inPlan(func(r api.DiscardPlanRequestObject) string { return r.PlanID })},
	"deployPlan":      {need: account.EnvironmentRun, scope: account.ScopeDeploy, in: inPlan(func(r api.DeployPlanRequestObject) string { return r.PlanID })},
	"listDeployments": {need: account.EnvironmentRead, in: inEnvironment(func(r api.ListDeploymentsRequestObject) string { return r.EnvironmentID })},
	"resumeDeployment": {need: account.EnvironmentRun, scope: account.ScopeDeploy, in: inEnvironment(func(r api.ResumeDeploymentRequestObject) string {
		return r.EnvironmentID
	})},
	"listEnvironmentJobs": {need: account.EnvironmentRead, in: inEnvironment(func(r api.ListEnvironmentJobsRequestObject) string { return r.EnvironmentID })},

	"listSchedules":   {need: account.RunsList, in: organization},
	"previewSchedule": {need: account.RunsList, in: organization},
	"createSchedule": {need: account.EnvironmentRun, in: inEnvironment(func(r api.CreateScheduleRequestObject) string {
		return string(r.Body.EnvironmentID)
	})},
	"getSchedule":    {need: account.EnvironmentRead, in: inSchedule(func(r api.GetScheduleRequestObject) string { return r.ScheduleID })},
	"updateSchedule": {need: account.EnvironmentRun, in: inSchedule(func(r api.UpdateScheduleRequestObject) string { return r.ScheduleID })},
	"deleteSchedule": {need: account.EnvironmentRun, in: inSchedule(func(r api.DeleteScheduleRequestObject) string { return r.ScheduleID })},
	// A schedule runs with its owner's permissions, so only administrators of the environment change the owner.
	"takeOverSchedule": {need: account.EnvironmentRolesSet, in: inSchedule(func(r api.TakeOverScheduleRequestObject) string { return r.ScheduleID })},
	"runScheduleNow":   {need: account.EnvironmentRun, in: inSchedule(func(r api.RunScheduleNowRequestObject) string { return r.ScheduleID })},
	"listFirings":      {need: account.EnvironmentRead, in: inSchedule(func(r api.ListFiringsRequestObject) string { return r.ScheduleID })},

	"listWebhooks":        {need: account.WebhooksManage, in: organization},
	"createWebhook":       {need: account.WebhooksManage, in: organization},
	"getWebhook":          {need: account.WebhooksManage, in: organization},
	"updateWebhook":       {need: account.WebhooksManage, in: organization},
	"deleteWebhook":       {need: account.WebhooksManage, in: organization},
	"rotateWebhookSecret": {need: account.WebhooksManage, in: organization},
	"testWebhook":         {need: account.WebhooksManage, in: organization},
	"listDeliveries":      {need: account.WebhooksManage, in: organization},
	"replayDelivery":      {need: account.WebhooksManage, in: organization},
}

// repeated resolves a rerun to the run to be repeated.
func repeated(ctx context.Context, h *handlers, actor account.Actor, request any) (resource, error) {
	details := as[api.RerunRequestObject](request).Body.RunDetails
	name, err := runName(details.RunID, details.RunCounter)
	if err != nil {
		return resource{}, err
	}
	return h.runResource(ctx, actor, name)
}

// canceled resolves cancelRun to the run, or to the environment or workspace whose runs are to be canceled.
func canceled(ctx context.Context, h *handlers, actor account.Actor, request any) (resource, error) {
	body := as[api.CancelRunRequestObject](request).Body
	name, err := runName(body.RunID, body.RunCounter)
	if err != nil {
		return resource{}, err
	}
	where := string(value(body.EnvironmentID))
	switch {
	case name != "":
		return h.runResource(ctx, actor, name)
	case where != "":
		return h.runTargetResource(ctx, actor, where)
	default:
		return resource{}, fault.New(fault.Invalid, "the run is missing").
			WithHint("Send runID, or environmentID to cancel every run of an environment or workspace.")
	}
}

// rolesList resolves the list of roles to the project or environment in the query, or to the organization.
func rolesList(ctx context.Context, h *handlers, actor account.Actor, request any) (resource, error) {
	params := as[api.ListUserRolesRequestObject](request).Params
	return h.rolesResource(ctx, actor, params.ProjectID, params.EnvironmentID)
}

// rolesOfOne resolves a request for one user's roles. Every user may see their own.
func rolesOfOne(ctx context.Context, h *handlers, actor account.Actor, request any) (resource, error) {
	requested := as[api.GetUserRolesRequestObject](request)
	where, err := h.rolesResource(ctx, actor, requested.Params.ProjectID, requested.Params.EnvironmentID)
	where.isOwn = ids.User(requested.UserID) == actor.User
	return where, err
}

// rolesResource returns the resource of a request about roles. A request that names both a project and an environment
// gets the roles of both, so it is about the project, and the environment must belong to it.
func (h *handlers) rolesResource(ctx context.Context, actor account.Actor, projectID, environmentID *string) (resource, error) {
	switch {
	case projectID != nil && environmentID != nil:
		environment, err := h.environmentResource(ctx, actor, *environmentID)
		if err == nil && string(environment.scope.Project) != *projectID {
			err = environment.notFound
		}
		if err != nil {
			return resource{}, err
		}
		return h.projectResource(ctx, actor, *projectID)
	case projectID != nil:
		return h.projectResource(ctx, actor, *projectID)
	case environmentID != nil:
		return h.environmentResource(ctx, actor, *environmentID)
	default:
		return resource{}, nil
	}
}

// checkPermissions compares the table with the OpenAPI document.
func checkPermissions(operations []api.Operation) error {
	known := map[string]bool{}
	for _, operation := range operations {
		known[operation.ID] = true
		rule, ok := permissions[operation.ID]
		if !ok {
			return fmt.Errorf("operation %s has no permission: add it to the table in permissions.go", operation.ID)
		}
		if rule.public != operation.Public {
			return fmt.Errorf("operation %s is public in only one of the OpenAPI document and the permission table", operation.ID)
		}
	}
	for id := range permissions {
		if !known[id] {
			return fmt.Errorf("the permission table has %s, which is not an operation of the OpenAPI document", id)
		}
	}
	return nil
}

// lowerFirst converts the generated name of an operation to its name in the OpenAPI document.
func lowerFirst(name string) string { return strings.ToLower(name[:1]) + name[1:] }
