package httpapi

import (
	"net/http"
	"strconv"
	"sync"
)

// maxAnswerBytes bounds the memory of kept answers; more start over.
const maxAnswerBytes = 32 << 20

// responseCache keeps encoded answers of the hottest operations for as long as nothing was written: an answer is good for one
// revision of the database. Where there is no revision nothing is kept.
type responseCache struct {
	database Database

	mu       sync.RWMutex
	revision uint64
	bytes    int
	kept     map[string]rawJSON
}

func newAnswers(database Database) *responseCache { return &responseCache{database: database} }

// get gives a kept answer, or makes one. The revision is read before the answer is made: what is written meanwhile
// makes it history at once.
func (a *responseCache) get(key string, encode func() (rawJSON, error)) (rawJSON, error) {
	revision, keeps := a.database.Revision()
	if !keeps {
		return encode()
	}
	if answer, ok := a.find(key, revision); ok {
		return answer, nil
	}
	answer, err := encode()
	if err == nil {
		a.keep(key, revision, answer)
	}
	return answer, err
}

func (a *responseCache) find(key string, revision uint64) (rawJSON, bool) {
	a.mu.RLock()
	defer a.mu.RUnlock()
	if a.revision != revision {
		return nil, false
	}
	answer, ok := a.kept[key]
	return answer, ok
}

func (a *responseCache) keep(key string, revision uint64, answer rawJSON) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if revision < a.revision || len(answer) > maxAnswerBytes {
		return
	}
	if a.kept == nil || revision > a.revision || a.bytes+len(answer) > maxAnswerBytes {
		a.kept, a.bytes, a.revision = map[string]rawJSON{}, 0, revision
	}
	a.kept[key] = answer
	a.bytes += len(key) + len(answer)
}

// rawJSON is an answer that is encoded already.
type rawJSON []byte

// VisitListEnvironmentsResponse writes the answer.
func (body rawJSON) VisitListEnvironmentsResponse(w http.ResponseWriter) error { return body.write(w) }

// VisitGetRunStatusResponse writes the answer.
func (body rawJSON) VisitGetRunStatusResponse(w http.ResponseWriter) error { return body.write(w) }

func (body rawJSON) write(w http.ResponseWriter) error {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	_, err := w.Write(body)
	return err
}
