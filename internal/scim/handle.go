package scim

import (
	"io"
	"mime"
	"net/http"
	"strings"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/fault"
)

// Path is the address of the service on a host.
const Path = "/scim/v2"

// ContentType is the type of requests and responses.
const ContentType = "application/scim+json"

// Response is the response to a request.
type Response struct {
	Status   int
	Body     any    // nil for none
	Location string // of the resource; empty for none
	Version  string // of the resource; empty for none
}

// Handle responds to a request below Path. The actor has the organization of the request's token.
func (s *Service) Handle(r *http.Request, by account.Actor) (Response, error) {
	resource, id, _ := strings.Cut(strings.Trim(strings.TrimPrefix(r.URL.Path, Path), "/"), "/")
	switch resource {
	case "ServiceProviderConfig", "ResourceTypes", "Schemas":
		return s.discover(r, resource, id)
	case "Users":
		return handle(r, by, users{s}, id)
	case "Groups":
		return handle(r, by, groups{s}, id)
	case "Me", "Bulk", "", ".search":
		return Response{}, fault.New(fault.Unsupported, "this service does not support %s", Path+"/"+resource).WithHint("Use /Users and /Groups.")
	default:
		return Response{}, NotFound("path", r.URL.Path)
	}
}

// handle responds to a request to all resources of a type, or to the one with an id.
func handle(r *http.Request, by account.Actor, all resources, id string) (Response, error) {
	switch {
	case strings.Contains(id, "/"):
		return Response{}, NotFound("path", r.URL.Path)
	case id == ".search" && r.Method == http.MethodPost:
		return search(r, by, all)
	case id != "":
		return handleOne(r, by, all, id)
	case r.Method == http.MethodGet:
		return list(r, by, all)
	case r.Method == http.MethodPost:
		return create(r, by, all)
	default:
		return Response{}, wrongMethod(r.Method)
	}
}

func handleOne(r *http.Request, by account.Actor, all resources, id string) (Response, error) {
	switch r.Method {
	case http.MethodGet:
		return get(r, by, all, id)
	case http.MethodPut:
		return replace(r, by, all, id)
	case http.MethodPatch:
		return patch(r, by, all, id)
	case http.MethodDelete:
		err := all.remove(r.Context(), by, id, func(before object) error { return checkVersion(r, before) })
		return Response{Status: http.StatusNoContent}, err
	default:
		return Response{}, wrongMethod(r.Method)
	}
}

func search(r *http.Request, by account.Actor, all resources) (Response, error) {
	sent, err := readBody(r)
	if err != nil {
		return Response{}, err
	}
	q, err := readQuery(sent, all.kind())
	if err != nil {
		return Response{}, err
	}
	return q.respond(r, by, all)
}

func list(r *http.Request, by account.Actor, all resources) (Response, error) {
	q, err := parseQuery(r.URL.Query(), all.kind())
	if err != nil {
		return Response{}, err
	}
	return q.respond(r, by, all)
}

func (q query) respond(r *http.Request, by account.Actor, all resources) (Response, error) {
	found, total, err := q.page(r.Context(), all, by.Organization)
	if err != nil {
		return Response{}, err
	}
	for i, one := range found {
		found[i] = q.projection.apply(withVersion(one))
	}
	return ok(listOf(found, total, q.start)), nil
}

func get(r *http.Request, by account.Actor, all resources, id string) (Response, error) {
	found, err := all.get(r.Context(), by.Organization, id)
	if err != nil {
		return Response{}, err
	}
	version := versionOf(withVersion(found))
	if header := r.Header.Get("If-None-Match"); header != "" && matchesVersion(header, version) {
		return Response{Status: http.StatusNotModified, Version: version}, nil
	}
	return single(r, http.StatusOK, found, all.kind())
}

func create(r *http.Request, by account.Actor, all resources) (Response, error) {
	sent, err := readResource(r, all.kind())
	if err != nil {
		return Response{}, err
	}
	created, err := all.create(r.Context(), by, sent)
	if err != nil {
		return Response{}, err
	}
	return single(r, http.StatusCreated, created, all.kind())
}

func replace(r *http.Request, by account.Actor, all resources, id string) (Response, error) {
	sent, err := readResource(r, all.kind())
	if err != nil {
		return Response{}, err
	}
	return change(r, by, all, id, func(object) (object, error) { return sent, nil })
}

func patch(r *http.Request, by account.Actor, all resources, id string) (Response, error) {
	sent, err := readBody(r)
	if err != nil {
		return Response{}, err
	}
	operations, err := parsePatch(sent)
	if err != nil {
		return Response{}, err
	}
	return change(r, by, all, id, func(before object) (object, error) { return before, apply(all.kind(), before, operations) })
}

func change(r *http.Request, by account.Actor, all resources, id string, result func(before object) (object, error)) (Response, error) {
	changed, err := all.change(r.Context(), by, id, func(before object) (object, error) {
		if err := checkVersion(r, before); err != nil {
			return nil, err
		}
		return result(before)
	})
	if err != nil {
		return Response{}, err
	}
	return single(r, http.StatusOK, changed, all.kind())
}

// single returns the response with one resource.
func single(r *http.Request, status int, resource object, t *resourceType) (Response, error) {
	values := r.URL.Query()
	shown, err := newProjection(strings.Split(values.Get("attributes"), ","), strings.Split(values.Get("excludedAttributes"), ","), t)
	if err != nil {
		return Response{}, err
	}
	version := versionOf(withVersion(resource))
	meta, _ := resource["meta"].(object)
	return Response{Status: status, Body: shown.apply(resource), Location: meta.text("location"), Version: version}, nil
}

// readResource reads the body of a POST or a PUT.
func readResource(r *http.Request, t *resourceType) (object, error) {
	sent, err := readBody(r)
	if err != nil {
		return nil, err
	}
	return normalize(t, sent)
}

func readBody(r *http.Request) (object, error) {
	kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil || kind != ContentType && kind != "application/json" {
		return nil, fault.Wrap(ProtocolError{Status: http.StatusUnsupportedMediaType}, fault.Invalid, "the body has the type %q", kind).
			WithHint("Send %s or application/json.", ContentType)
	}
	body, err := io.ReadAll(io.LimitReader(r.Body, maxBody+1))
	if err != nil {
		return nil, err
	}
	if len(body) > maxBody {
		return nil, &http.MaxBytesError{Limit: maxBody}
	}
	return decode(body)
}
