package singlesignon

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
)

// countKeys returns how many keys for signatures a provider publishes.
func (d discovered) countKeys(ctx context.Context) (int, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, d.metadata.KeysURL, nil)
	if err != nil {
		return 0, err
	}
	response, err := d.client.Do(request)
	if err != nil {
		return 0, err
	}
	defer func() { _ = response.Body.Close() }() // nothing was written
	if response.StatusCode != http.StatusOK {
		return 0, fmt.Errorf("the keys have status %d", response.StatusCode)
	}
	var set struct {
		Keys []struct {
			Use string `json:"use"`
		} `json:"keys"`
	}
	if err := json.NewDecoder(response.Body).Decode(&set); err != nil {
		return 0, err
	}
	count := 0
	for _, key := range set.Keys {
		if key.Use == "" || key.Use == "sig" {
			count++
		}
	}
	return count, nil
}
