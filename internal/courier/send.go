package courier

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
	"github.com/millrace/millrace/internal/webhook"
)

// attemptTimeout ends an attempt, whatever the receiver does.
const attemptTimeout = 10 * time.Second

// answer is what came back.
type answer struct {
	status     int    // 0 when nothing came back
	text       string // its beginning
	problem    string // empty when the message was taken
	isGone     bool   // the receiver wants no more
	retryAfter time.Duration
}

// send signs a letter and sends it once.
func (c *Dispatcher) send(ctx context.Context, round *webhook.Batch, letter webhook.DueDelivery) answer {
	ctx, cancel := context.WithTimeout(ctx, c.Timeout)
	defer cancel()
	request, err := c.request(ctx, round, letter)
	if err != nil {
		return answer{problem: fault.From(err).Message}
	}
	response, err := c.client.Do(request)
	if err != nil {
		return answer{problem: c.describe(err)}
	}
	defer response.Body.Close()
	// The status is what counts; what else the receiver has to say, and how slowly, is for the log.
	text, _ := io.ReadAll(io.LimitReader(response.Body, webhook.KeepAnswer))
	result := answer{
		status: response.StatusCode, text: string(text), isGone: response.StatusCode == http.StatusGone,
		retryAfter: retryAfter(response.Header.Get("Retry-After"), time.Now()),
	}
	if response.StatusCode/100 != 2 {
		result.problem = refusal(response)
	}
	return result
}

// request is a letter as Standard Webhooks has it.
func (c *Dispatcher) request(ctx context.Context, round *webhook.Batch, letter webhook.DueDelivery) (*http.Request, error) {
	now := time.Now()
	secrets, err := round.Webhook.Secrets(c.Opener, now)
	if err != nil {
		return nil, err
	}
	envelope := webhook.SigningInput{ID: letter.Delivery, At: now, Body: letter.Body}
	signature, err := envelope.Sign(secrets...)
	if err != nil {
		return nil, err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, round.Webhook.URL, bytes.NewReader(letter.Body))
	if err != nil {
		return nil, fault.Wrap(err, fault.Invalid, "the url is not an address")
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("User-Agent", "Millrace")
	request.Header.Set("Webhook-Id", string(letter.Delivery))
	request.Header.Set("Webhook-Timestamp", envelope.Timestamp())
	request.Header.Set("Webhook-Signature", signature)
	return request, nil
}

// refusal is a status that is not success, in words.
func refusal(response *http.Response) string {
	switch {
	case response.StatusCode/100 == 3:
		return fmt.Sprintf("the receiver answered %d: redirects are not followed; give the webhook the address where it leads", response.StatusCode)
	case response.StatusCode == http.StatusGone:
		return "the receiver answered 410: it wants no more of this"
	default:
		return fmt.Sprintf("the receiver answered %d", response.StatusCode)
	}
}

// describe is what went wrong on the way, in words. It holds no address that a name led to: whoever may set a webhook up
// need not learn the numbers of a private network.
func (c *Dispatcher) describe(err error) string {
	var refused *fault.Error
	var lookup *net.DNSError
	var timeout net.Error
	switch {
	case errors.As(err, &refused):
		return "the url leads to an address that messages may not be sent to: a receiver must be on the internet, or the operator must set webhook_private_addresses"
	case errors.As(err, &lookup) && !lookup.IsTimeout:
		return "the name of the receiver cannot be looked up"
	case errors.As(err, &timeout) && timeout.Timeout():
		return fmt.Sprintf("there was no answer within %s", c.Timeout)
	}
	if whole, ok := errors.AsType[*url.Error](err); ok { // without the url, which is known and may hold a password
		err = whole.Err
	}
	return "the receiver could not be reached: " + innermost(err)
}

const maxProblem = 300 // bytes

// innermost is the cause of an error without the addresses around it, and not endless.
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

// retryAfter is how long a receiver asks to be left alone: seconds, or a date. It is heard up to the longest wait.
func retryAfter(header string, now time.Time) time.Duration {
	if seconds, err := strconv.ParseUint(header, 10, 32); err == nil {
		return min(time.Duration(seconds)*time.Second, webhook.LongestWait)
	}
	if date, err := http.ParseTime(header); err == nil {
		return min(max(date.Sub(now), 0), webhook.LongestWait)
	}
	return 0
}
