package scim

import (
	"context"
	"net/url"
	"strconv"
	"strings"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
)

// query is the input of a list.
type query struct {
	filter     expression // nil for all
	start      int        // from 1
	count      int
	projection projection
}

// parseQuery reads the parameters of a list.
func parseQuery(values url.Values, t *resourceType) (query, error) {
	sent := object{
		"filter": values.Get("filter"), "attributes": splitList(values.Get("attributes")), "excludedAttributes": splitList(values.Get("excludedAttributes")),
	}
	for _, name := range []string{"startIndex", "count"} {
		if !values.Has(name) {
			continue
		}
		number, err := strconv.Atoi(values.Get(name))
		if err != nil {
			return query{}, invalid(typeInvalidValue, "%s is not a number", name)
		}
		sent[name] = float64(number)
	}
	return readQuery(sent, t)
}

func splitList(text string) []any {
	var parts []any
	for part := range strings.SplitSeq(text, ",") {
		parts = append(parts, part)
	}
	return parts
}

// readQuery reads the body of a search request. A startIndex below 1 counts as 1, and a negative count as 0.
func readQuery(sent object, t *resourceType) (q query, err error) {
	q.start, q.count = 1, defaultCount
	if number, isNumber := sent["startIndex"].(float64); isNumber {
		q.start = int(max(1, min(number, 1e9)))
	}
	if number, isNumber := sent["count"].(float64); isNumber {
		q.count = int(max(0, min(number, maxResults)))
	}
	if text := sent.text("filter"); text != "" {
		if q.filter, err = parseFilter(text, t); err != nil {
			return q, err
		}
	}
	q.projection, err = newProjection(sent.texts("attributes"), sent.texts("excludedAttributes"), t)
	return q, err
}

// texts returns a list of texts.
func (o object) texts(name string) []string {
	values, _ := o[name].([]any)
	var texts []string
	for _, value := range values {
		if text, isText := value.(string); isText {
			texts = append(texts, text)
		}
	}
	return texts
}

// scanSize is how many resources the evaluation of a filter reads at once.
const scanSize = 500

// page returns the resources of a query, and how many match in total.
func (q query) page(ctx context.Context, all resources, organization ids.Organization) ([]object, int, error) {
	selection := Selection{WithoutMembers: q.filter == nil && q.projection.leavesOut("members")}
	if q.filter == nil {
		total, err := all.count(ctx, organization)
		if err != nil || q.count == 0 {
			return nil, total, err
		}
		selection.Offset, selection.Limit = q.start-1, q.count
		found, err := all.list(ctx, organization, selection)
		return found, total, err
	}
	return q.scan(ctx, all, organization, selection)
}

// scan evaluates the filter on all resources that may match. A lookup leaves few; other filters read all of the organization.
func (q query) scan(ctx context.Context, all resources, organization ids.Organization, selection Selection) (matched []object, total int, err error) {
	selection.Limit = scanSize
	selection.Lookup = lookupOf(q.filter, all.kind())
	for {
		found, err := all.list(ctx, organization, selection)
		if err != nil {
			return nil, 0, err
		}
		for _, one := range found {
			if !q.filter.matches(one) {
				continue
			}
			if total++; total >= q.start && len(matched) < q.count {
				matched = append(matched, one)
			}
		}
		if len(found) < scanSize {
			return matched, total, nil
		}
		selection.After = found[len(found)-1].text("id")
	}
}

// listOf returns the response with a part of a list.
func listOf(resources []object, total, start int) object {
	if resources == nil {
		resources = []object{}
	}
	return object{
		"schemas": []any{listSchema}, "totalResults": total, "startIndex": start, "itemsPerPage": len(resources), "Resources": resources,
	}
}

// forbiddenFilter rejects a filter of what a client discovers, as RFC 7644, section 4, demands.
func forbiddenFilter() error {
	return fault.New(fault.Forbidden, "this path supports no filter").WithHint("Read the whole list.")
}
