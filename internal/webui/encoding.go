package webui

import (
	"net/http"
	"strconv"
	"strings"
)

// wantsGzip reports whether the response may be compressed. A range request gets the plain bytes, because its range
// refers to them.
func wantsGzip(r *http.Request) bool {
	if r.Header.Get("Range") != "" {
		return false
	}
	for offer := range strings.SplitSeq(r.Header.Get("Accept-Encoding"), ",") {
		name, parameters, _ := strings.Cut(offer, ";")
		if strings.EqualFold(strings.TrimSpace(name), "gzip") {
			return !isRefused(parameters)
		}
	}
	return false
}

// isRefused reports a quality of zero, which marks an encoding that the client does not accept.
func isRefused(parameters string) bool {
	value, isQuality := strings.CutPrefix(strings.TrimSpace(parameters), "q=")
	if !isQuality {
		return false
	}
	quality, err := strconv.ParseFloat(value, 64)
	return err == nil && quality == 0
}
