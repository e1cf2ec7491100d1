package postgres

import (
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"strings"

	"github.com/millrace/millrace/internal/engine"
)

// A label is the application_name of a session, such as mr:0190b0a2/42/mf3k2j9x:3, where everybody can
// see it in pg_stat_activity. The server cuts a name at 63 bytes and turns what is not plain ASCII into question marks;
// an owner that would not survive that goes by its hash. Epochs are written to base 36, so that all of them fit.
const (
	labelStart = "mr:"
	maxOwner   = 63 - len(labelStart) - len(":-1y2p0ij32e8e8") // the longest epoch
)

// labelOf is the name of a session with this label.
func labelOf(label engine.Label) string {
	return ownerStart(label.WorkID) + strconv.FormatInt(label.Epoch, 36)
}

// ownerStart is what the names of all sessions of an owner begin with.
func ownerStart(owner string) string {
	if len(owner) > maxOwner || strings.ContainsFunc(owner, isOdd) {
		hash := sha256.Sum256([]byte(owner))
		owner = "#" + hex.EncodeToString(hash[:20])
	}
	return labelStart + owner + ":"
}

// isOdd is true for whatever an owner made of ids does not need. The mark of a hash is among it, so that no owner can
// look like the hash of another.
func isOdd(r rune) bool {
	letter := (r >= 'a' && r <= 'z') || (r >= 'A' && r <= 'Z')
	return !letter && (r < '0' || r > '9') && r != '-' && r != '_' && r != '/' && r != '.' && r != ':'
}

// epochOf reads the epoch out of the name of a session of an owner.
func epochOf(name, start string) (int64, bool) {
	epoch, ok := strings.CutPrefix(name, start)
	if !ok {
		return 0, false
	}
	number, err := strconv.ParseInt(epoch, 36, 64)
	return number, err == nil
}
