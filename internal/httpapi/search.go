package httpapi

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/search"
)

// Search finds what the actor can see by a text.
func (h *handlers) Search(ctx context.Context, r api.SearchRequestObject) (api.SearchResponseObject, error) {
	actor := actorOf(ctx)
	query := search.Query{
		Sees: actor.Sees(), Text: strings.TrimSpace(r.Params.Q), Project: ids.Project(value(r.Params.Project)), Limit: search.DefaultLimit,
	}
	if err := checkSearchText("q", query.Text, search.MaxText); err != nil {
		return nil, err
	}
	if query.Text == "" {
		return nil, fault.New(fault.Invalid, "q is empty").WithHint("Send the text to find, such as q=orders.")
	}
	var err error
	if query.Types, err = searchTypes(value(r.Params.Type)); err != nil {
		return nil, err
	}
	if text := value(r.Params.Limit); text != "" {
		query.Limit, err = strconv.Atoi(text)
		if err != nil || query.Limit < 1 || query.Limit > search.MaxLimit {
			return nil, fault.New(fault.Invalid, "limit cannot be %.20q", text).WithHint("Send a whole number from 1 to %d.", search.MaxLimit)
		}
	}
	found, err := h.services.Search.Search(ctx, query)
	if err != nil {
		return nil, err
	}
	shape := api.SearchResults{Data: make([]api.SearchResult, len(found.Items)), HasMore: found.HasMore}
	for i := range found.Items {
		shape.Data[i] = presentSearchResult(&found.Items[i])
	}
	return api.Search200JSONResponse(shape), nil
}

// checkSearchText checks a text to find.
func checkSearchText(name, text string, most int) error {
	if utf8.RuneCountInString(text) > most {
		return fault.New(fault.Invalid, "%s is longer than %d characters", name, most).WithHint("Send a shorter text.")
	}
	if strings.ContainsRune(text, 0) {
		return fault.New(fault.Invalid, "%s contains a null character", name).WithHint("Send text.")
	}
	return nil
}

// searchTypes reads a list of types.
func searchTypes(text string) ([]search.Type, error) {
	var types []search.Type
	for word := range strings.SplitSeq(text, ",") {
		word = strings.TrimSpace(word)
		if word == "" {
			continue
		}
		if !slices.Contains(search.Types(), search.Type(word)) {
			return nil, fault.New(fault.Invalid, "type cannot be %.50q", word).
				WithHint("Send one or more of project, environment, job, node, column and run, separated by commas.")
		}
		types = append(types, search.Type(word))
	}
	return types, nil
}
