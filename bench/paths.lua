-- Requests the lines of a file in turn, each with the headers after its tabs; prints the result as JSON.
local requests = {}
local at = 0

function init(args)
  for line in io.lines(args[1]) do
    local path = line:match("^[^\t]+")
    local headers = {}
    for name, value in line:gmatch("\t([^:\t]+): ([^\t]*)") do headers[name] = value end
    requests[#requests + 1] = wrk.format("GET", path, headers)
  end
end

function request()
  at = at % #requests + 1
  return requests[at]
end

function done(summary, latency)
  local errors = summary.errors
  print(string.format(
    'RESULT {"requests":%d,"microseconds":%d,"bytes":%d,"p99":%d,"refused":%d,"broken":%d}',
    summary.requests, summary.duration, summary.bytes, latency:percentile(99.0), errors.status,
    errors.connect + errors.read + errors.write + errors.timeout
  ))
end
