package scim

import (
	"errors"
	"fmt"
	"net/http"
	"strconv"

	"github.com/millrace/millrace/internal/fault"
)

// The detail error keywords of RFC 7644, table 9, that this service uses.
const (
	typeInvalidFilter = "invalidFilter"
	typeInvalidPath   = "invalidPath"
	typeInvalidSyntax = "invalidSyntax"
	typeInvalidValue  = "invalidValue"
	typeMutability    = "mutability"
	typeNoTarget      = "noTarget"
	typeUniqueness    = "uniqueness"
)

// ProtocolError is the cause of a fault that SCIM describes more closely than a kind.
type ProtocolError struct {
	Status int    // of the response; 0 leaves it to the kind of the fault
	Type   string // the scimType; empty for none
}

func (e ProtocolError) Error() string { return fmt.Sprintf("SCIM error %d %s", e.Status, e.Type) }

func invalid(scimType, format string, args ...any) *fault.Error {
	return fault.Wrap(ProtocolError{Type: scimType}, fault.Invalid, format, args...)
}

// Taken is the fault for a userName or an e-mail address that another user has.
func Taken(userName string) error {
	return fault.Wrap(ProtocolError{Type: typeUniqueness}, fault.Conflict, "another user has the userName or the e-mail address of %s", userName).
		WithHint("Find it with GET /scim/v2/Users?filter=userName eq \"…\", and change that user.")
}

// NotFound is the fault for a resource that does not exist in the organization of the token.
func NotFound(resourceType, id string) error {
	return fault.New(fault.NotFound, "%s %s was not found", resourceType, id)
}

// UnknownMember is the fault for a member of a group that is no user.
func UnknownMember(id string) error {
	return invalid(typeInvalidValue, "member %q is not a user of the organization", id).
		WithHint("Create the user first. Groups cannot be members of groups.")
}

// ErrorSchema is the schema of error responses.
const ErrorSchema = "urn:ietf:params:scim:api:messages:2.0:Error"

// ErrorBody is the body of an error response.
type ErrorBody struct {
	Schemas  []string `json:"schemas"`
	Status   string   `json:"status"`
	ScimType string   `json:"scimType,omitempty"`
	Detail   string   `json:"detail"`
}

// Problem returns the status and the body of an error response. The status is that of the kind of the fault, unless SCIM
// wants another one.
func Problem(err error, status int) (int, ErrorBody) {
	known := fault.From(err)
	detail := known.Message
	if known.Hint != "" {
		detail += ". " + known.Hint
	}
	protocol, _ := errors.AsType[ProtocolError](err)
	if protocol.Status != 0 {
		status = protocol.Status
	}
	return status, ErrorBody{Schemas: []string{ErrorSchema}, Status: strconv.Itoa(status), ScimType: protocol.Type, Detail: detail}
}

func wrongMethod(method string) error {
	return fault.Wrap(ProtocolError{Status: http.StatusMethodNotAllowed}, fault.Invalid, "this path does not support the method %s", method)
}

func changedMeanwhile() error {
	return fault.Wrap(ProtocolError{Status: http.StatusPreconditionFailed}, fault.Conflict, "the resource has changed").
		WithHint("Read it again, and send its new version in If-Match.")
}
