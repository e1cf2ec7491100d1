package contract_test

import (
	"testing"

	"github.com/millrace/millrace/internal/apptest"
	"github.com/millrace/millrace/internal/config"
	"github.com/millrace/millrace/internal/openapitest"
)

// start starts a platform that checks every response against the document.
func start(t *testing.T, database apptest.Database, changes ...func(*config.Settings)) *apptest.Platform {
	t.Helper()
	return validated(t, apptest.Start(t, database, changes...))
}

// validated fails the test if a response does not match the document, or if the server accepts what the document
// forbids.
func validated(t *testing.T, platform *apptest.Platform) *apptest.Platform {
	t.Helper()
	document := loadDocument(t)
	platform.Transport = &openapitest.Transport{Judge: func(e openapitest.Exchange) {
		wrong := document.Wrong(e)
		if why := document.Forbidden(e); why != "" {
			wrong = append(wrong, why)
		}
		for _, what := range wrong {
			t.Errorf("%s %s: %d: %s\nanswer: %s",
				e.Request.Method, e.Request.URL.RequestURI(), e.Answer.StatusCode, shortened([]byte(what)), shortened(e.Got))
		}
	}}
	return platform
}

func shortened(body []byte) string {
	const most = 600
	if len(body) > most {
		return string(body[:most]) + "…"
	}
	return string(body)
}
