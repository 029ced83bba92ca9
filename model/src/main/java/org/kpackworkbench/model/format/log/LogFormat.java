package org.kpackworkbench.model.format.log;

import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.format.registry.Format;
import org.kpackworkbench.model.format.registry.Head;
import org.kpackworkbench.model.format.registry.NamedFormat;
import org.kpackworkbench.model.format.registry.ReadFormat;

/**
 * Debug logs of loaders. By its first bytes a log is text, or garbage; what a loader wrote may be
 * far below.
 */
public final class LogFormat extends ReadFormat {
  /** The only instance. */
  public static final LogFormat FORMAT = new LogFormat();

  /** How far texts are searched for what a loader wrote, and how far what is no text. */
  private static final long TEXT_BYTES = 256L << 20;

  private static final long GARBAGE_BYTES = 16L << 20;

  private LogFormat() {
    super("debug-log", "debug log of a loader");
  }

  @Override
  public Use use() {
    return Use.TEXT;
  }

  @Override
  public Likeness likeness(Head head) {
    return Likeness.NONE;
  }

  @Override
  public boolean isFoundIn(ByteView bytes, Format found) throws FormatException {
    long limit =
        found == NamedFormat.TEXT ? TEXT_BYTES : found == NamedFormat.UNKNOWN ? GARBAGE_BYTES : 0;
    return limit > 0 && LoaderLog.isIn(bytes, limit);
  }
}
