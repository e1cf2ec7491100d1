package httpapi

import (
	"net/http"
	"strconv"
	"sync"

	"github.com/millrace/millrace/internal/account"
)

// maxCacheBytes bounds the memory of cached responses. When it is exceeded, the cache is emptied.
const maxCacheBytes = 32 << 20

// responseCache caches the encoded responses of the most frequent operations. A response is valid for one revision of
// the database, that is until the next write. A database without a revision disables the cache.
type responseCache struct {
	database Database

	mu       sync.RWMutex
	revision uint64
	bytes    int
	entries  map[string]rawJSON
}

func newResponseCache(database Database) *responseCache { return &responseCache{database: database} }

// get returns a cached response, or encodes one and caches it.
func (a *responseCache) get(key string, encode func() (rawJSON, error)) (rawJSON, error) {
	return a.getIf(key, func() (rawJSON, bool, error) {
		response, err := encode()
		return response, true, err
	})
}

// getIf returns a cached response, or encodes one and caches it if encode says so. It reads the revision before it encodes,
// so that a write in the meantime invalidates the response at once.
func (a *responseCache) getIf(key string, encode func() (response rawJSON, isCacheable bool, err error)) (rawJSON, error) {
	revision, keeps := a.database.Revision()
	if keeps {
		if response, ok := a.find(key, revision); ok {
			return response, nil
		}
	}
	response, isCacheable, err := encode()
	if err == nil && keeps && isCacheable {
		a.store(key, revision, response)
	}
	return response, err
}

// responseKey identifies a response by its operation, what the actor can see, and the parameters. It contains what the
// actor can see, not only who the actor is: a role may have been revoked after authentication, and later requests must
// not get that response. Users cannot enter the separator.
func responseKey(operation string, sees account.Visibility, params ...*string) string {
	key := make([]byte, 0, 160)
	key = append(key, operation...)
	key = append(key, 0)
	key = append(key, sees.Organization...)
	key = append(key, 0)
	key = append(key, sees.User...)
	key = append(key, 0)
	key = strconv.AppendBool(key, sees.Everything)
	for _, param := range params {
		key = append(key, 0)
		if param != nil {
			key = append(append(key, '='), *param...)
		}
	}
	return string(key)
}

func (a *responseCache) find(key string, revision uint64) (rawJSON, bool) {
	a.mu.RLock()
	defer a.mu.RUnlock()
	if a.revision != revision {
		return nil, false
	}
	response, ok := a.entries[key]
	return response, ok
}

func (a *responseCache) store(key string, revision uint64, response rawJSON) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if revision < a.revision || len(response) > maxCacheBytes {
		return
	}
	if a.entries == nil || revision > a.revision || a.bytes+len(response) > maxCacheBytes {
		a.entries, a.bytes, a.revision = map[string]rawJSON{}, 0, revision
	}
	a.entries[key] = response
	a.bytes += len(key) + len(response)
}

// rawJSON is an encoded response.
type rawJSON []byte

// VisitListEnvironmentsResponse writes the response.
func (body rawJSON) VisitListEnvironmentsResponse(w http.ResponseWriter) error { return body.write(w) }

// VisitListRunsResponse writes the response.
func (body rawJSON) VisitListRunsResponse(w http.ResponseWriter) error { return body.write(w) }

// VisitGetRunStatusResponse writes the response.
func (body rawJSON) VisitGetRunStatusResponse(w http.ResponseWriter) error { return body.write(w) }

func (body rawJSON) write(w http.ResponseWriter) error {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	_, err := w.Write(body)
	return err
}
