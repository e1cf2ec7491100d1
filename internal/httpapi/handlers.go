package httpapi

import (
	"encoding/json"
	"strings"
	"sync/atomic"
	"time"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/nodegraph"
	"github.com/millrace/millrace/internal/page"
	"github.com/millrace/millrace/internal/telemetry"
)

// handlers implement the operations, one file per noun.
type handlers struct {
	services      Services
	cache         *responseCache
	metrics       *telemetry.Metrics
	streams       *streams
	drawer        *nodegraph.Drawer
	baseURL       string
	runLink       string // URL of a run without its number, escaped for JSON
	version       string
	secureCookies bool
	draining      *atomic.Bool
}

var _ api.StrictServerInterface = (*handlers)(nil)

func newHandlers(options Options, services Services, draining *atomic.Bool) handlers {
	return handlers{
		services: services, cache: newResponseCache(services.Database), metrics: options.Metrics, streams: newStreams(options.Logger, options.Streams),
		drawer:  nodegraph.NewDrawer(),
		baseURL: options.BaseURL, runLink: inJSON(options.BaseURL + "/runs/"), version: options.Version, draining: draining,
		secureCookies: strings.HasPrefix(options.BaseURL, "https://"),
	}
}

// inJSON returns a text as it appears between the quotes of JSON.
func inJSON(text string) string {
	raw, err := json.Marshal(text)
	if err != nil {
		panic("httpapi: cannot encode a text: " + err.Error())
	}
	return string(raw[1 : len(raw)-1])
}

// timestamp formats a time for the API.
func timestamp(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05.000Z") }

// optional returns nil for an empty text, which omits the field.
func optional(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}

// value dereferences a pointer. It returns the zero value for nil.
func value[T any](p *T) T {
	if p == nil {
		var zero T
		return zero
	}
	return *p
}

// pageInfo returns the paging fields of a list response.
func pageInfo[T any](request page.Request, result page.Result[T]) api.PageInfo {
	info := api.PageInfo{Total: result.Total, OrderBy: request.OrderBy, OrderByDirection: request.Direction()}
	info.Limit.SetNull()
	if request.Limit > 0 {
		info.Limit.Set(request.Limit)
	}
	info.Next.SetNull()
	if result.Next != nil {
		info.Next.Set(request.Encode(*result.Next))
	}
	return info
}

// present converts every element of a list to its wire shape. It never returns nil.
func present[T, W any](items []T, shape func(T) W) []W {
	shaped := make([]W, len(items))
	for i, item := range items {
		shaped[i] = shape(item)
	}
	return shaped
}
