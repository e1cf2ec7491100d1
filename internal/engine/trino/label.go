package trino

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"strings"

	"github.com/millrace/millrace/internal/engine"
)

// The source of a session's queries is the source of the connection, then the label and a part of its own, such as
// "millrace mr:0190b0a2/42/mf3k2j9x:3:7k2p". The list of queries in the server's web interface shows it. The work id is
// replaced by its hash if it is long or has characters that do not fit into a header. Epochs are in base 36.
const (
	labelStart = " mr:"
	maxOwner   = 120
)

// sourceOf returns the source of a new session.
func sourceOf(source string, label engine.Label) string {
	return source + ownerStart(label.WorkID) + strconv.FormatInt(label.Epoch, 36) + ":" + strings.ToLower(rand.Text()[:8])
}

// ownerStart returns what the sources of a work id have in common.
func ownerStart(owner string) string {
	if len(owner) > maxOwner || strings.ContainsFunc(owner, isOdd) {
		hash := sha256.Sum256([]byte(owner))
		owner = "#" + hex.EncodeToString(hash[:20])
	}
	return labelStart + owner + ":"
}

// isOdd reports characters that work ids do not use. The prefix of a hash is among them, so that no work id can look
// like the hash of another.
func isOdd(r rune) bool {
	letter := (r >= 'a' && r <= 'z') || (r >= 'A' && r <= 'Z')
	return !letter && (r < '0' || r > '9') && r != '-' && r != '_' && r != '/' && r != '.'
}

// epochOf parses the epoch from the source of a query.
func epochOf(source, start string) (int64, bool) {
	_, rest, ok := strings.Cut(source, start)
	if !ok {
		return 0, false
	}
	epoch, _, _ := strings.Cut(rest, ":")
	number, err := strconv.ParseInt(epoch, 36, 64)
	return number, err == nil
}
