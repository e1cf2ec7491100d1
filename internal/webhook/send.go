package webhook

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/millrace/millrace/internal/fault"
)

// attemptTimeout limits one attempt, whatever the receiver does.
const attemptTimeout = 10 * time.Second

// answer is the result of one request.
type answer struct {
	status     int    // 0 if there was no response
	text       string // the first bytes of the body
	problem    string // empty on success
	isGone     bool   // the receiver rejects this message for good
	retryAfter time.Duration
}

// send signs a delivery and sends it once.
func (d *Dispatcher) send(ctx context.Context, batch *Batch, delivery DueDelivery) answer {
	ctx, cancel := context.WithTimeout(ctx, d.Timeout)
	defer cancel()
	request, err := d.request(ctx, batch, delivery)
	if err != nil {
		return answer{problem: fault.From(err).Message}
	}
	rule := addressRule{d.Egress.For(batch.Webhook.Organization), request.URL.Scheme == "http"}
	response, err := d.newClient(rule).Do(request)
	if err != nil {
		return answer{problem: d.describe(err)}
	}
	defer response.Body.Close()
	// Only the status decides. The body is for the log, so a slow or broken body is no failure.
	text, _ := io.ReadAll(io.LimitReader(response.Body, KeepAnswer))
	result := answer{
		status: response.StatusCode, text: string(text), isGone: response.StatusCode == http.StatusGone,
		retryAfter: retryAfter(response.Header.Get("Retry-After"), time.Now()),
	}
	if response.StatusCode/100 != 2 {
		result.problem = refusal(response)
	}
	return result
}

// request builds the signed request of a delivery as Standard Webhooks specifies it.
func (d *Dispatcher) request(ctx context.Context, batch *Batch, delivery DueDelivery) (*http.Request, error) {
	now := time.Now()
	secrets, err := batch.Webhook.Secrets(d.Opener, now)
	if err != nil {
		return nil, err
	}
	input := SigningInput{ID: delivery.ID, At: now, Body: delivery.Body}
	signature, err := input.Sign(secrets...)
	if err != nil {
		return nil, err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, batch.Webhook.URL, bytes.NewReader(delivery.Body))
	if err != nil {
		return nil, fault.Wrap(err, fault.Invalid, "the url is not a valid address")
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("User-Agent", "Millrace")
	request.Header.Set("Webhook-Id", string(delivery.ID))
	request.Header.Set("Webhook-Timestamp", input.Timestamp())
	request.Header.Set("Webhook-Signature", signature)
	return request, nil
}

// refusal describes a status other than 2xx.
func refusal(response *http.Response) string {
	switch {
	case response.StatusCode/100 == 3:
		return fmt.Sprintf("the receiver answered %d: redirects are not followed; set the webhook's url to the target of the redirect", response.StatusCode)
	case response.StatusCode == http.StatusGone:
		return "the receiver answered 410: it no longer accepts this message"
	default:
		return fmt.Sprintf("the receiver answered %d", response.StatusCode)
	}
}

// describe explains an error of the client. The text contains no resolved address, so that a user who can create webhooks
// cannot learn the addresses of a private network.
func (d *Dispatcher) describe(err error) string {
	var refused *fault.Error
	var lookup *net.DNSError
	var timeout net.Error
	switch {
	case errors.As(err, &refused) && refused.Kind == fault.Forbidden:
		return "the url resolves to an address that webhooks may not be sent to: use a receiver on the internet with https, " +
			"or ask the operator to list its network in the setting outgoing_networks"
	case errors.As(err, &lookup) && !lookup.IsTimeout:
		return "the host name of the receiver cannot be resolved"
	case errors.As(err, &timeout) && timeout.Timeout():
		return fmt.Sprintf("no answer within %s", d.Timeout)
	}
	if whole, ok := errors.AsType[*url.Error](err); ok { // without the url, which is known and may contain a password
		err = whole.Err
	}
	return "the receiver could not be reached: " + innermost(err)
}

const maxProblem = 300 // bytes

// innermost returns the cause of an error without the addresses around it, cut to maxProblem.
func innermost(err error) string {
	if operation, ok := errors.AsType[*net.OpError](err); ok {
		err = operation.Err
	}
	text := strings.ToValidUTF8(err.Error(), "\uFFFD")
	if len(text) > maxProblem {
		text = strings.ToValidUTF8(text[:maxProblem], "") + "…"
	}
	return text
}

// retryAfter parses a Retry-After header: seconds or a date. It returns 0 if there is none, and MaxBackoff at most.
func retryAfter(header string, now time.Time) time.Duration {
	if seconds, err := strconv.ParseUint(header, 10, 32); err == nil {
		return min(time.Duration(seconds)*time.Second, MaxBackoff)
	}
	if date, err := http.ParseTime(header); err == nil {
		return min(max(date.Sub(now), 0), MaxBackoff)
	}
	return 0
}
