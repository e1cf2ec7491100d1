package page

import (
	"encoding/base64"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/millrace/millrace/internal/fault"
)

// MaxLimit is the maximum length of a page; a request for more gets this many.
const MaxLimit = 1000

// Fields are the names that a list can be ordered by. The first is the default; in the API it has to be the id.
type Fields []string

// Request is a request for one page of a list. The zero value requests the whole list in its default order.
type Request struct {
	Limit      int    // 0 for everything
	OrderBy    string // one of the list's fields; empty is the first of them
	Descending bool
	After      *Cursor // the page starts after this element; nil is the beginning
	// OmitTotal leaves the total out of the result, which costs as much as reading all pages.
	OmitTotal bool
}

// Cursor is a position in an ordered list: an element's value in the ordering field, and its id to order equal values.
type Cursor struct {
	Value string
	ID    string
}

// Result is one page and the cursor of the next.
type Result[T any] struct {
	Items []T
	Total int     // of all pages; 0 if the request omits it
	Next  *Cursor // nil on the last page
}

// Params are the paging parameters of an HTTP request, not yet parsed; nil is absent.
type Params struct {
	Limit, StartingFrom, OrderBy, OrderByDirection *string
}

// Asked reports whether the request had any paging parameter.
func (p Params) Asked() bool {
	return p.Limit != nil || p.StartingFrom != nil || p.OrderBy != nil || p.OrderByDirection != nil
}

// Parse converts parameters into a request for a list with these fields.
func Parse(params Params, fields Fields) (Request, error) {
	request := Request{OrderBy: fields[0]}
	if params.OrderBy != nil {
		request.OrderBy = *params.OrderBy
		if !slices.Contains(fields, request.OrderBy) {
			return Request{}, fault.New(fault.Invalid, "this list cannot be ordered by %q", request.OrderBy).
				WithHint("orderBy is one of %s.", strings.Join(fields, ", "))
		}
	}
	if err := request.parseDirection(params.OrderByDirection); err != nil {
		return Request{}, err
	}
	if err := request.parseLimit(params.Limit); err != nil {
		return Request{}, err
	}
	return request, request.parseCursor(params.StartingFrom)
}

func (r *Request) parseDirection(direction *string) error {
	if direction == nil {
		return nil
	}
	switch *direction {
	case "asc":
	case "desc":
		r.Descending = true
	default:
		return fault.New(fault.Invalid, "orderByDirection cannot be %q", *direction).WithHint("It is asc or desc.")
	}
	return nil
}

func (r *Request) parseLimit(limit *string) error {
	if limit == nil {
		return nil
	}
	if *limit == "" || strings.Trim(*limit, "0123456789") != "" {
		return fault.New(fault.Invalid, "limit cannot be %q", *limit).
			WithHint("It is a whole number up to %d; 0 is the same as no limit.", MaxLimit)
	}
	n, err := strconv.Atoi(*limit)
	if err != nil || n > MaxLimit { // all digits, so an error means that the number is too large
		n = MaxLimit
	}
	r.Limit = n
	return nil
}

// wireCursor is the content of the opaque text. It contains the order that it belongs to, because a position in one
// order means nothing in another.
type wireCursor struct {
	OrderBy    string `json:"o"`
	Descending bool   `json:"d,omitempty"`
	Value      string `json:"v"`
	ID         string `json:"i"`
}

func (r *Request) parseCursor(text *string) error {
	if text == nil {
		return nil
	}
	var cursor wireCursor
	raw, err := base64.RawURLEncoding.DecodeString(*text)
	if err == nil {
		err = json.Unmarshal(raw, &cursor)
	}
	if err != nil || strings.ContainsRune(cursor.Value+cursor.ID, 0) {
		return fault.New(fault.Invalid, "startingFrom is not a cursor of this list").
			WithHint("Send the `next` of the page before, unchanged.")
	}
	if cursor.OrderBy != r.OrderBy || cursor.Descending != r.Descending {
		return fault.New(fault.Invalid, "startingFrom belongs to another order of this list").
			WithHint("Send the same orderBy and orderByDirection with every page.")
	}
	r.After = &Cursor{Value: cursor.Value, ID: cursor.ID}
	return nil
}

// Encode returns a cursor in this request's order as clients see it.
func (r Request) Encode(cursor Cursor) string {
	raw, err := json.Marshal(wireCursor{OrderBy: r.OrderBy, Descending: r.Descending, Value: cursor.Value, ID: cursor.ID})
	if err != nil {
		panic("page: a struct of strings did not encode: " + err.Error())
	}
	return base64.RawURLEncoding.EncodeToString(raw)
}

// Direction returns the API's word for the request's direction.
func (r Request) Direction() string {
	if r.Descending {
		return "desc"
	}
	return "asc"
}
