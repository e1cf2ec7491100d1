package httpapi

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"strings"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/archive"
	"github.com/millrace/millrace/internal/deploy"
	"github.com/millrace/millrace/internal/difference"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/page"
	"github.com/millrace/millrace/internal/run"
)

// Plans creates plans and deploys them.
type Plans interface {
	environmentFinder
	Make(ctx context.Context, by account.Actor, request deploy.PlanRequest) (deploy.Plan, error)
	Get(ctx context.Context, organization ids.Organization, id deploy.PlanID) (deploy.Plan, error)
	List(ctx context.Context, query deploy.Query) (page.Result[deploy.Plan], error)
	Discard(ctx context.Context, by account.Actor, id deploy.PlanID) error
	Deploy(ctx context.Context, by account.Actor, order deploy.DeployRequest) (run.Run, error)
	Resume(ctx context.Context, by account.Actor, failed deploy.ResumeRequest) (run.Run, error)
	Deployments(ctx context.Context, query deploy.Query) (page.Result[deploy.Deployment], error)
	Contents(ctx context.Context, organization ids.Organization, id ids.Environment) (deploy.Contents, error)
}

// ListPlans returns the plans of an environment, newest first by default.
func (h *handlers) ListPlans(ctx context.Context, r api.ListPlansRequestObject) (api.ListPlansResponseObject, error) {
	query, err := h.historyQuery(ctx, r.EnvironmentID, page.Params{
		Limit: r.Params.Limit, StartingFrom: r.Params.StartingFrom, OrderBy: r.Params.OrderBy, OrderByDirection: r.Params.OrderByDirection,
	}, deploy.PlanOrder)
	if err != nil {
		return nil, err
	}
	result, err := h.services.Plans.List(ctx, query)
	if err != nil {
		return nil, err
	}
	info := pageInfo(query.Page, result)
	return api.ListPlans200JSONResponse{
		Data:  present(result.Items, presentPlanSummary),
		Total: info.Total, Limit: info.Limit, Next: info.Next, OrderBy: info.OrderBy, OrderByDirection: info.OrderByDirection,
	}, nil
}

// historyQuery returns the query for a page of an environment's plans or deployments, newest first by default.
func (h *handlers) historyQuery(ctx context.Context, environment string, params page.Params, fields page.Fields) (deploy.Query, error) {
	if params.OrderByDirection == nil {
		newestFirst := "desc"
		params.OrderByDirection = &newestFirst
	}
	request, err := page.Parse(params, fields)
	if err != nil {
		return deploy.Query{}, err
	}
	id, err := parseEnvironment(environment)
	return deploy.Query{Organization: actorOf(ctx).Organization, Environment: id, Page: request}, err
}

// CreatePlan plans a deployment.
func (h *handlers) CreatePlan(ctx context.Context, r api.CreatePlanRequestObject) (api.CreatePlanResponseObject, error) {
	id, err := parseEnvironment(r.EnvironmentID)
	if err != nil {
		return nil, err
	}
	request, err := planRequest(r)
	if err != nil {
		return nil, err
	}
	request.Environment = id
	if err := h.mayReadSource(ctx, request); err != nil {
		return nil, err
	}
	made, err := h.services.Plans.Make(ctx, actorOf(ctx), request)
	if err != nil {
		return nil, err
	}
	shape, err := h.presentPlan(ctx, made)
	return api.CreatePlan201JSONResponse(shape), err
}

func planRequest(r api.CreatePlanRequestObject) (deploy.PlanRequest, error) {
	switch {
	case r.JSONBody != nil:
		return storedProject(*r.JSONBody)
	case r.Body != nil:
		return uploadedProject(r)
	}
	return deploy.PlanRequest{}, &api.BodyError{
		Message: "the body is neither JSON nor an archive", WrongType: true,
		Hint: "Send JSON that names a commit, a workspace or a deployment, or the project's folder as application/zip or application/x-tar.",
	}
}

// storedProject converts a request for a project that the server stores.
func storedProject(body api.PlanRequest) (deploy.PlanRequest, error) {
	request := deploy.PlanRequest{Commit: value(body.Commit), Parameters: value(body.Parameters), Scope: difference.Scope{
		Include: value(body.IncludeNodesSelector), Exclude: value(body.ExcludeNodesSelector),
		AllowInvalid: value(body.AllowInvalid), AllowOtherPlatform: value(body.AllowOtherPlatform),
	}}
	if text := string(value(body.WorkspaceID)); text != "" {
		id, err := parseWorkspace(text)
		if err != nil {
			return request, err
		}
		request.Workspace = id
	}
	if text := string(value(body.Deployment)); text != "" {
		id, err := parseRun(text)
		if err != nil {
			return request, err
		}
		request.Deployment = id
	}
	return request, nil
}

// An archive may contain what a project snapshot may contain.
const (
	maxArchiveBytes    = 64 << 20
	maxArchiveFiles    = 100_000
	maxArchiveUnpacked = 256 << 20
)

// uploadedProject converts a request that contains a project.
func uploadedProject(r api.CreatePlanRequestObject) (deploy.PlanRequest, error) {
	scope := difference.Scope{Include: value(r.Params.IncludeNodesSelector), Exclude: value(r.Params.ExcludeNodesSelector)}
	var err error
	if scope.AllowInvalid, err = flag("allowInvalid", r.Params.AllowInvalid); err != nil {
		return deploy.PlanRequest{}, err
	}
	if scope.AllowOtherPlatform, err = flag("allowOtherPlatform", r.Params.AllowOtherPlatform); err != nil {
		return deploy.PlanRequest{}, err
	}
	files, err := readArchive(r.Body)
	return deploy.PlanRequest{
		Files: files, Parameters: json.RawMessage(value(r.Params.Parameters)), Message: value(r.Params.Message), Scope: scope,
	}, err
}

// readArchive returns the files of an uploaded archive.
func readArchive(body io.Reader) (map[string][]byte, error) {
	content, err := io.ReadAll(body)
	if err != nil {
		return nil, err
	}
	files, err := archive.Read(content, archive.Limits{Files: maxArchiveFiles, Bytes: maxArchiveUnpacked})
	if fault.Is(err, fault.Limit) {
		return nil, &archiveSizeError{cause: err}
	}
	return files, err
}

// archiveSizeError is an archive that has too many files or unpacks to too many bytes. Sending it again does not help, so
// it is not a rate limit.
type archiveSizeError struct{ cause error }

func (e *archiveSizeError) Error() string { return e.cause.Error() }

func (e *archiveSizeError) Unwrap() error { return e.cause }

// isArchive reports whether a request sends an archive. The generated server knows one archive type, so prepare
// replaces other types with it. The first bytes tell the actual format.
func isArchive(r *http.Request) bool {
	kind, _, _ := strings.Cut(r.Header.Get("Content-Type"), ";")
	switch strings.TrimSpace(strings.ToLower(kind)) {
	case "application/zip", "application/x-zip-compressed", "application/x-tar", "application/gzip", "application/x-gzip", "application/tar+gzip":
		return r.Method == http.MethodPost && (strings.HasSuffix(r.URL.Path, "/plans") || strings.HasSuffix(r.URL.Path, "/import"))
	}
	return false
}

// mayReadSource checks that the caller may see the workspace or the commit to be deployed, because a plan shows its
// SQL.
func (h *handlers) mayReadSource(ctx context.Context, r deploy.PlanRequest) error {
	if r.Workspace == 0 && r.Commit == "" {
		return nil
	}
	actor := actorOf(ctx)
	environment, err := h.services.Environments.Get(ctx, actor.Organization, r.Environment)
	if err != nil {
		return err
	}
	if !actor.Can(account.WorkspaceRead, account.Scope{Project: environment.Project}) {
		return fault.New(fault.Forbidden, "your roles do not allow you to read the project's files").
			WithHint("This needs the permission %s. Send the project as an archive, or ask an administrator for a role that has it.", account.WorkspaceRead)
	}
	return nil
}

// GetPlan returns a plan.
func (h *handlers) GetPlan(ctx context.Context, r api.GetPlanRequestObject) (api.GetPlanResponseObject, error) {
	found, err := h.services.Plans.Get(ctx, actorOf(ctx).Organization, deploy.PlanID(r.PlanID))
	if err != nil {
		return nil, err
	}
	shape, err := h.presentPlan(ctx, found)
	return api.GetPlan200JSONResponse(shape), err
}

// DiscardPlan discards a plan.
func (h *handlers) DiscardPlan(ctx context.Context, r api.DiscardPlanRequestObject) (api.DiscardPlanResponseObject, error) {
	return api.DiscardPlan204Response{}, h.services.Plans.Discard(ctx, actorOf(ctx), deploy.PlanID(r.PlanID))
}

// DeployPlan starts the run that executes a plan.
func (h *handlers) DeployPlan(ctx context.Context, r api.DeployPlanRequestObject) (api.DeployPlanResponseObject, error) {
	order := deploy.DeployRequest{Plan: deploy.PlanID(r.PlanID)}
	if r.Body != nil {
		order.ConfirmDestructive, order.Parallelism = value(r.Body.ConfirmDestructive), r.Body.Parallelism
	}
	started, err := h.services.Plans.Deploy(ctx, actorOf(ctx), order)
	return api.DeployPlan200JSONResponse{RunCounter: int64(started.ID)}, err
}
