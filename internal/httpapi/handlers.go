package httpapi

import (
	"encoding/json"
	"strings"
	"sync/atomic"
	"time"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/page"
	"github.com/millrace/millrace/internal/telemetry"
)

// handlers carry the operations out, one file per noun.
type handlers struct {
	services      Services
	answers       *responseCache
	metrics       *telemetry.Metrics
	streams       *streams
	baseURL       string
	runLink       string // to a run, but for its number; as it stands in JSON
	version       string
	secureCookies bool
	draining      *atomic.Bool
}

var _ api.StrictServerInterface = (*handlers)(nil)

func newHandlers(options Options, services Services, draining *atomic.Bool) handlers {
	return handlers{
		services: services, answers: newAnswers(services.Database), metrics: options.Metrics, streams: newStreams(options.Logger),
		baseURL: options.BaseURL, runLink: inJSON(options.BaseURL + "/runs/"), version: options.Version, draining: draining,
		secureCookies: strings.HasPrefix(options.BaseURL, "https://"),
	}
}

// inJSON is a text as it stands between the quotes of JSON.
func inJSON(text string) string {
	raw, err := json.Marshal(text)
	if err != nil {
		panic("httpapi: a text does not encode: " + err.Error())
	}
	return string(raw[1 : len(raw)-1])
}

// timestamp is a time as the interface writes it.
func timestamp(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05.000Z") }

// optional is a text that is left out when it is empty.
func optional(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}

// value is what a pointer points at; nil is the zero value.
func value[T any](p *T) T {
	if p == nil {
		var zero T
		return zero
	}
	return *p
}

// pageInfo is the envelope around a page.
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

// present turns every element of a list into its wire shape. It never gives null.
func present[T, W any](items []T, shape func(T) W) []W {
	shaped := make([]W, len(items))
	for i, item := range items {
		shaped[i] = shape(item)
	}
	return shaped
}
