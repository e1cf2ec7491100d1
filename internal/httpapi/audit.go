package httpapi

import (
	"context"
	"net/http"
	"strings"
	"unicode"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/audit"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/page"
)

// ListAuditEntries returns a page of the audit log, newest first by default.
func (h *handlers) ListAuditEntries(ctx context.Context, r api.ListAuditEntriesRequestObject) (api.ListAuditEntriesResponseObject, error) {
	p := r.Params
	query, err := auditQuery(auditFilters{p.Actor, p.Action, p.ObjectKind, p.ObjectID, p.ProjectID, p.EnvironmentID, p.Result, p.From, p.To})
	if err != nil {
		return nil, err
	}
	params := page.Params{Limit: p.Limit, StartingFrom: p.StartingFrom, OrderBy: p.OrderBy, OrderByDirection: p.OrderByDirection}
	if params.OrderByDirection == nil {
		params.OrderByDirection = new("desc")
	}
	if query.Page, err = page.Parse(limitOr(params, defaultRunLimit), audit.Order); err != nil {
		return nil, err
	}
	result, err := h.services.Audit.List(ctx, actorOf(ctx), query)
	if err != nil {
		return nil, err
	}
	info := pageInfo(query.Page, result)
	return api.ListAuditEntries200JSONResponse{
		Data:  present(result.Items, presentAuditEntry),
		Total: info.Total, Limit: info.Limit, Next: info.Next, OrderBy: info.OrderBy, OrderByDirection: info.OrderByDirection,
	}, nil
}

// ExportAuditEntries returns all entries that the filters select, as JSON lines or CSV.
func (h *handlers) ExportAuditEntries(
	ctx context.Context, r api.ExportAuditEntriesRequestObject,
) (api.ExportAuditEntriesResponseObject, error) {
	p := r.Params
	query, err := auditQuery(auditFilters{p.Actor, p.Action, p.ObjectKind, p.ObjectID, p.ProjectID, p.EnvironmentID, p.Result, p.From, p.To})
	if err != nil {
		return nil, err
	}
	if err := checkEnum("format", p.Format, exportLines, exportCSV); err != nil {
		return nil, err
	}
	body, err := newAuditExport(ctx, h.services.Audit.Export(actorOf(ctx), query), exportFormat(value(p.Format)))
	if err != nil {
		return nil, err
	}
	return api.ExportAuditEntries200ApplicationOctetStreamResponse{Body: body}, nil
}

// auditFilters are the filters of a request, not yet parsed; nil is absent.
type auditFilters struct {
	actor, action, objectKind, objectID, projectID, environmentID, result, from, to *string
}

func auditQuery(f auditFilters) (audit.Query, error) {
	query := audit.Query{
		Actor: value(f.actor), Action: audit.Action(value(f.action)), ObjectKind: audit.Kind(value(f.objectKind)), ObjectID: value(f.objectID),
		Project: ids.Project(value(f.projectID)), Result: audit.Result(value(f.result)),
	}
	if err := checkEnum("result", f.result, audit.Done, audit.Refused); err != nil {
		return query, err
	}
	if f.environmentID != nil {
		id, ok := ids.ParseNumber[ids.Environment](*f.environmentID)
		if !ok {
			return query, fault.New(fault.Invalid, "environmentID cannot be %q", *f.environmentID).
				WithHint("Send the number of an environment or a workspace.")
		}
		query.Environment = id
	}
	var err error
	if query.From, err = queryTime("from", f.from); err != nil {
		return query, err
	}
	query.To, err = queryTime("to", f.to)
	return query, err
}

// recordRefusal records in the audit log that the permission table refused a write. It returns the error of the request.
func (s *server) recordRefusal(r *http.Request, operation string, in account.Scope, refused error) error {
	if r.Method == http.MethodGet || r.Method == http.MethodHead || !fault.Is(refused, fault.Forbidden) {
		return refused
	}
	kind, verb := operationParts(operation)
	entry := audit.On(verb, kind, lastPathValue(r)).In(in.Project, in.Environment).Refuse(fault.From(refused).Message)
	if err := s.services.Audit.Refuse(r.Context(), actorOf(r.Context()), entry); err != nil {
		return err
	}
	return refused
}

// operationParts splits the name of an operation, such as updateEnvironment, into the kind of the object and the verb.
func operationParts(operation string) (audit.Kind, audit.Verb) {
	operation = lowerFirst(operation)
	at := strings.IndexFunc(operation, unicode.IsUpper)
	if at < 0 { // rerun
		return audit.Run, audit.Verb(operation)
	}
	return audit.Kind(lowerFirst(operation[at:])), audit.Verb(operation[:at])
}

// lastPathValue returns the value of the last parameter in the path of a request: the id of its object.
func lastPathValue(r *http.Request) string {
	_, rest, found := strings.Cut(reverseCut(r.Pattern), "{")
	if !found {
		return ""
	}
	name, _, _ := strings.Cut(rest, "}")
	return audit.Shorten(r.PathValue(name))
}

// reverseCut returns a pattern from its last parameter on.
func reverseCut(pattern string) string { return pattern[max(0, strings.LastIndex(pattern, "{")):] }
