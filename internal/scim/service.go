package scim

import (
	"context"
	"net/http"
	"time"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/ids"
)

// Options configures a Service.
type Options struct {
	Users   UserStore
	Groups  GroupStore
	BaseURL string // of /scim/v2
	Now     func() time.Time
}

// Service responds to SCIM requests.
type Service struct{ Options }

// New creates a service.
func New(options Options) *Service { return &Service{options} }

func (s *Service) location(path string) string { return s.BaseURL + path }

// resources are the operations on one type of resource, which Handle calls.
type resources interface {
	kind() *resourceType
	get(ctx context.Context, organization ids.Organization, id string) (object, error)
	list(ctx context.Context, organization ids.Organization, selection Selection) ([]object, error)
	count(ctx context.Context, organization ids.Organization) (int, error)
	create(ctx context.Context, by account.Actor, sent object) (object, error)
	// change passes the resource to change, and stores the attributes of the result.
	change(ctx context.Context, by account.Actor, id string, change func(before object) (object, error)) (object, error)
	remove(ctx context.Context, by account.Actor, id string, check func(before object) error) error
}

// users are the operations on users.
type users struct{ *Service }

func (s users) kind() *resourceType { return &userType }

func (s users) get(ctx context.Context, organization ids.Organization, id string) (object, error) {
	found, err := s.Users.Find(ctx, organization, ids.User(id))
	if err != nil {
		return nil, err
	}
	return s.presentUser(found), nil
}

func (s users) list(ctx context.Context, organization ids.Organization, selection Selection) ([]object, error) {
	found, err := s.Users.List(ctx, organization, selection)
	shown := make([]object, len(found))
	for i, one := range found {
		shown[i] = s.presentUser(one)
	}
	return shown, err
}

func (s users) count(ctx context.Context, organization ids.Organization) (int, error) {
	return s.Users.Count(ctx, organization)
}

func (s users) create(ctx context.Context, by account.Actor, sent object) (object, error) {
	now := s.Now()
	draft := User{UpdatedAt: now, User: account.User{
		ID: ids.New[ids.User](), Organization: by.Organization, Status: account.UserActive, CreatedAt: now,
	}}
	draft, err := readUser(draft, sent)
	if err != nil {
		return nil, err
	}
	created, err := s.Users.Create(ctx, by, draft)
	if err != nil {
		return nil, err
	}
	return s.presentUser(created), nil
}

func (s users) change(ctx context.Context, by account.Actor, id string, change func(object) (object, error)) (object, error) {
	changed, err := s.Users.Change(ctx, by, ids.User(id), func(before User) (User, error) {
		sent, err := change(s.presentUser(before))
		if err != nil {
			return before, err
		}
		after, err := readUser(before, sent)
		if err == nil && before.followsUserName(after) {
			delete(sent, "emails")
			after, err = readUser(before, sent)
		}
		if err != nil {
			return before, err
		}
		return after, protectAdministrators(before, after)
	})
	if err != nil {
		return nil, err
	}
	return s.presentUser(changed), nil
}

func (s users) remove(ctx context.Context, by account.Actor, id string, check func(object) error) error {
	_, err := s.Users.Change(ctx, by, ids.User(id), func(before User) (User, error) {
		if err := check(s.presentUser(before)); err != nil {
			return before, err
		}
		after := before
		after.Status, after.PasswordHash = account.UserDeleted, ""
		return after, protectAdministrators(before, after)
	})
	return err
}

// groups are the operations on groups.
type groups struct{ *Service }

func (s groups) kind() *resourceType { return &groupType }

func (s groups) get(ctx context.Context, organization ids.Organization, id string) (object, error) {
	found, err := s.Groups.Find(ctx, organization, ids.Group(id))
	if err != nil {
		return nil, err
	}
	return s.presentGroup(found), nil
}

func (s groups) list(ctx context.Context, organization ids.Organization, selection Selection) ([]object, error) {
	found, err := s.Groups.List(ctx, organization, selection)
	shown := make([]object, len(found))
	for i, one := range found {
		shown[i] = s.presentGroup(one)
	}
	return shown, err
}

func (s groups) count(ctx context.Context, organization ids.Organization) (int, error) {
	return s.Groups.Count(ctx, organization)
}

func (s groups) create(ctx context.Context, by account.Actor, sent object) (object, error) {
	now := s.Now()
	draft, err := readGroup(Group{ID: ids.New[ids.Group](), Organization: by.Organization, CreatedAt: now, UpdatedAt: now}, sent)
	if err != nil {
		return nil, err
	}
	created, err := s.Groups.Create(ctx, by, draft)
	if err != nil {
		return nil, err
	}
	return s.presentGroup(created), nil
}

func (s groups) change(ctx context.Context, by account.Actor, id string, change func(object) (object, error)) (object, error) {
	changed, err := s.Groups.Change(ctx, by, ids.Group(id), func(before Group) (Group, error) {
		sent, err := change(s.presentGroup(before))
		if err != nil {
			return before, err
		}
		return readGroup(before, sent)
	})
	if err != nil {
		return nil, err
	}
	return s.presentGroup(changed), nil
}

func (s groups) remove(ctx context.Context, by account.Actor, id string, check func(object) error) error {
	return s.Groups.Delete(ctx, by, ids.Group(id), func(before Group) error { return check(s.presentGroup(before)) })
}

// meta returns the metadata of a resource. Its version is set when the resource is complete.
func (s *Service) meta(t *resourceType, id string, createdAt, updatedAt time.Time) object {
	return object{
		"resourceType": t.name, "created": timestamp(createdAt), "lastModified": timestamp(updatedAt), "location": s.location(t.endpoint + "/" + id),
	}
}

func timestamp(at time.Time) string { return at.UTC().Format("2006-01-02T15:04:05.000Z") }

// ok returns a successful response.
func ok(body any) Response { return Response{Status: http.StatusOK, Body: body} }
