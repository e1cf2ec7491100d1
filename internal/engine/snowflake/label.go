package snowflake

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"strings"

	"github.com/millrace/millrace/internal/engine"
)

// The tag of a session's queries is the tag of the connection, then the label and a part of its own, such as
// "millrace mr:0190b0a2/42/mf3k2j9x:3:7k2p". The query history shows it. The work id is replaced by its hash if it is long or has
// unusual characters. Epochs are in base 36.
const (
	labelStart = " mr:"
	maxOwner   = 120
)

// tagOf returns the tag of a new session.
func tagOf(tag string, label engine.Label) string {
	return tag + ownerStart(label.WorkID) + strconv.FormatInt(label.Epoch, 36) + ":" + strings.ToLower(rand.Text()[:8])
}

// ownerStart returns what the tags of a work id have in common.
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

// epochOf parses the epoch from the tag of a query.
func epochOf(tag, start string) (int64, bool) {
	_, rest, ok := strings.Cut(tag, start)
	if !ok {
		return 0, false
	}
	epoch, _, _ := strings.Cut(rest, ":")
	number, err := strconv.ParseInt(epoch, 36, 64)
	return number, err == nil
}
