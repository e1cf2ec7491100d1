package scim

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"maps"
	"net/http"
	"strings"
)

// withVersion sets the version of a resource, which changes whenever something of it changes. A change of the members changes
// meta.lastModified, so that a list without members has the same versions.
func withVersion(resource object) object {
	meta, _ := resource["meta"].(object)
	delete(meta, "version")
	hashed := maps.Clone(resource)
	delete(hashed, "members")
	delete(hashed, "groups")
	raw, err := json.Marshal(hashed)
	if err != nil {
		panic("scim: cannot encode a resource: " + err.Error())
	}
	sum := sha256.Sum256(raw)
	meta["version"] = `W/"` + hex.EncodeToString(sum[:8]) + `"`
	return resource
}

func versionOf(resource object) string {
	meta, _ := resource["meta"].(object)
	return meta.text("version")
}

// matchesVersion reports whether a header with versions names that of a resource.
func matchesVersion(header, version string) bool {
	for one := range strings.SplitSeq(header, ",") {
		if one = strings.TrimSpace(one); one == "*" || one == version || "W/"+one == version {
			return true
		}
	}
	return false
}

// checkVersion rejects a change of a resource that is not the one that the client has read.
func checkVersion(r *http.Request, before object) error {
	if header := r.Header.Get("If-Match"); header != "" && !matchesVersion(header, versionOf(withVersion(before))) {
		return changedMeanwhile()
	}
	return nil
}
