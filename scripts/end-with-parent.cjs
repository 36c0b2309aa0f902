/** Loaded before npm by `install.mjs`: ends npm, with all that it has started, as soon as the process that started it is gone. */
process.once("disconnect", () => process.kill(process.platform === "win32" ? process.pid : -process.pid, "SIGKILL"));
process.channel.unref();
