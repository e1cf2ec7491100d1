package audit

import (
	"context"
	"time"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/page"
)

// Order lists the fields that a list of entries can be ordered by. The id of an entry is its sequence number.
var Order = page.Fields{"id"}

// Query selects entries.
type Query struct {
	Sees account.Visibility
	// The filters; a zero value selects everything. Actor is the id or the e-mail address of a user.
	Actor       string
	Action      Action // a whole action, or a kind followed by a dot
	ObjectKind  Kind
	ObjectID    string
	Project     ids.Project
	Environment ids.Environment
	Result      Result
	From, To    time.Time
	Page        page.Request
}

// Store reads the audit log, and appends entries that belong to no write.
type Store interface {
	List(ctx context.Context, query Query) (page.Result[Entry], error)
	// Refuse appends the entry of a write that was refused before it reached the database.
	Refuse(ctx context.Context, by account.Actor, entry Entry) error
}

// Service reads the audit log for users.
type Service struct{ store Store }

// NewService creates the service.
func NewService(store Store) *Service { return &Service{store: store} }

// List returns a page of the entries that the actor may see: an administrator of the organization sees all, others those of
// objects in projects and environments where they have a role, and their own.
func (s *Service) List(ctx context.Context, by account.Actor, query Query) (page.Result[Entry], error) {
	query.Sees = by.Sees()
	result, err := s.store.List(ctx, query)
	for i := range result.Items {
		hidePrivate(by, &result.Items[i])
	}
	return result, err
}

// hidePrivate removes from an entry where another user's request came from, unless the actor is an administrator.
func hidePrivate(by account.Actor, entry *Entry) {
	if by.Role == account.OrganizationAdministrator || entry.By.User == by.User {
		return
	}
	entry.By.Credential, entry.By.CredentialID, entry.By.Origin = "", "", account.Origin{}
}

// exportPage is how many entries an export reads at once.
const exportPage = 500

// Export reads all entries that a query selects, newest first, page by page, so that an export of any length needs little
// memory. It leaves out entries that are added meanwhile.
type Export struct {
	service *Service
	by      account.Actor
	query   Query
	isDone  bool
}

// Export starts an export of the entries that the actor may see.
func (s *Service) Export(by account.Actor, query Query) *Export {
	query.Page = page.Request{Limit: exportPage, Descending: true, OmitTotal: true} // a count at each page would take longer than the page
	return &Export{service: s, by: by, query: query}
}

// Next returns the next entries; none at the end.
func (e *Export) Next(ctx context.Context) ([]Entry, error) {
	if e.isDone {
		return nil, nil
	}
	result, err := e.service.List(ctx, e.by, e.query)
	e.query.Page.After, e.isDone = result.Next, result.Next == nil
	return result.Items, err
}

// Refuse records that a write of the actor was refused.
func (s *Service) Refuse(ctx context.Context, by account.Actor, entry Entry) error {
	return s.store.Refuse(ctx, by, entry)
}
