package postgres

import (
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"strings"

	"github.com/millrace/millrace/internal/engine"
)

// A label is the application_name of a session, such as mr:0190b0a2/42/mf3k2j9x:3, which pg_stat_activity shows. The
// server truncates a name to 63 bytes and replaces characters outside of ASCII with question marks; a work id that
// would be changed by that is replaced by its hash. Epochs are written in base 36, so that all of them fit.
const (
	labelStart = "mr:"
	maxOwner   = 63 - len(labelStart) - len(":-1y2p0ij32e8e8") // the longest epoch
)

// labelOf returns the session name of a label.
func labelOf(label engine.Label) string {
	return ownerStart(label.WorkID) + strconv.FormatInt(label.Epoch, 36)
}

// ownerStart returns the common prefix of the session names of a work id.
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
	return !letter && (r < '0' || r > '9') && r != '-' && r != '_' && r != '/' && r != '.' && r != ':'
}

// epochOf parses the epoch from the name of a session with this prefix.
func epochOf(name, start string) (int64, bool) {
	epoch, ok := strings.CutPrefix(name, start)
	if !ok {
		return 0, false
	}
	number, err := strconv.ParseInt(epoch, 36, 64)
	return number, err == nil
}
