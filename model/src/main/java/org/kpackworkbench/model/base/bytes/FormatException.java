package org.kpackworkbench.model.base.bytes;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Bytes that are not what their format says: the one checked exception of every reader.
 *
 * <p>It names the file, the structure and field, the offset in the file, what was expected and what
 * was found, and carries a {@link Reason} for programs. Immutable.
 */
public final class FormatException extends IOException {
  private static final long serialVersionUID = 1L;

  /** Why the bytes were refused, for programs; the message is for people. */
  public enum Reason {
    /** A signature is not the one of the format. */
    WRONG_MAGIC,
    /** The format's version is not one that is read. */
    UNSUPPORTED_VERSION,
    /** The format is known, and this kind of it is not read (yet). */
    UNSUPPORTED,
    /** The bytes end before the structure does. */
    TRUNCATED,
    /** An offset, size or count points outside what there is. */
    OUT_OF_BOUNDS,
    /** A value is not one that the field may have. */
    BAD_VALUE,
    /** A key that occurs twice. */
    DUPLICATE_KEY,
    /** A key or name that would leave the folder it belongs in, or cannot name a file. */
    UNSAFE_PATH,
    /** Compressed data does not decompress, or not to what was declared. */
    BAD_COMPRESSION,
    /** A stored checksum differs from the computed one. */
    CHECKSUM_MISMATCH,
    /** A declared size is above what the reader is willing to hold. */
    TOO_LARGE,
    /** Something that was looked up is not there. */
    NOT_FOUND,
    /** The file shrank or became unreadable while it was open. */
    FILE_CHANGED,
    /** The file has been closed. */
    CLOSED
  }

  private final Reason reason;
  private final String file;
  private final String structure;
  private final String field;
  private final long fileOffset;
  private final @Nullable String expected;
  private final @Nullable String found;
  private final @Nullable String advice;

  private FormatException(Builder builder) {
    super(builder.message(), builder.cause);
    this.reason = builder.reason;
    this.file = builder.file;
    this.structure = builder.structure;
    this.field = builder.field;
    this.fileOffset = builder.fileOffset;
    this.expected = builder.expected;
    this.found = builder.found;
    this.advice = builder.advice;
  }

  /**
   * Starts an exception about {@code structure}.{@code field} at {@code offset} of {@code view}.
   *
   * @param offset relative to {@code view}; turned into an offset in the file
   */
  public static Builder at(
      ByteView view, long offset, String structure, String field, Reason reason) {
    return new Builder(view.name(), view.fileOffset(offset), structure, field, reason);
  }

  /** Starts an exception about a whole file, or about something that has no offset. */
  public static Builder in(String file, String structure, String field, Reason reason) {
    return new Builder(file, -1, structure, field, reason);
  }

  /** Returns the kind of the fault, for programs. */
  public Reason reason() {
    return reason;
  }

  /** Whether the file changed or was closed while it was read: no further read succeeds. */
  public boolean isFileChanged() {
    return reason == Reason.FILE_CHANGED || reason == Reason.CLOSED;
  }

  /** Throws this exception if the file changed. Readers continue after all other problems. */
  public void throwIfFileChanged() throws FormatException {
    if (isFileChanged()) {
      throw this;
    }
  }

  /** The file, with the way into it where the bytes were unpacked from one. */
  public String file() {
    return file;
  }

  /** The structure that is wrong, or has the field in it. */
  public String structure() {
    return structure;
  }

  /** The field that is wrong; empty if it is the whole structure. */
  public String field() {
    return field;
  }

  /** Offset from the start of the file, or -1 if none applies. */
  public long fileOffset() {
    return fileOffset;
  }

  /** Returns the expected content; null if that is no one thing. */
  public @Nullable String expected() {
    return expected;
  }

  /** Returns the content found instead; null if that says nothing. */
  public @Nullable String found() {
    return found;
  }

  /** Returns advice, where there is something to do. */
  public @Nullable String advice() {
    return advice;
  }

  /** Returns the message without file, offset and advice, and without a full stop. */
  public String words() {
    return words(structure, field, expected, found, reason);
  }

  private static String words(
      String structure,
      String field,
      @Nullable String expected,
      @Nullable String found,
      Reason reason) {
    StringBuilder text = new StringBuilder(structure);
    if (!field.isEmpty()) {
      text.append(", ").append(field);
    }
    if (expected != null) {
      text.append(": expected ").append(expected);
    }
    if (found != null) {
      text.append(expected == null ? ": found " : ", found ").append(found);
    }
    if (expected == null && found == null) {
      text.append(": ").append(reason.name().toLowerCase(java.util.Locale.ROOT).replace('_', ' '));
    }
    return text.toString();
  }

  /** Collects what an exception says. */
  public static final class Builder {
    private final String file;
    private final long fileOffset;
    private final String structure;
    private final String field;
    private final Reason reason;
    private @Nullable String expected;
    private @Nullable String found;
    private @Nullable String advice;
    private @Nullable Throwable cause;

    private Builder(String file, long fileOffset, String structure, String field, Reason reason) {
      this.file = file;
      this.fileOffset = fileOffset;
      this.structure = structure;
      this.field = field;
      this.reason = reason;
    }

    /** Sets the expected content. */
    public Builder expected(String text) {
      this.expected = text;
      return this;
    }

    /** Sets the content found instead. */
    public Builder found(String text) {
      this.found = text;
      return this;
    }

    /** Sets {@code found} to a number, in decimal and hexadecimal. */
    public Builder found(long value) {
      return found(
          Long.compareUnsigned(value, 9) <= 0
              ? Long.toString(value)
              : Long.toUnsignedString(value) + " (0x" + Long.toHexString(value) + ")");
    }

    /** Sets {@code found} to how many bytes there are before the end, or to the end. */
    public Builder foundBeforeEnd(long bytes) {
      return found(bytes > 0 ? bytes + " bytes before the end" : "the end");
    }

    /** Sets the advice. */
    public Builder advice(String text) {
      this.advice = text;
      return this;
    }

    /** Sets the cause. */
    public Builder cause(Throwable throwable) {
      this.cause = throwable;
      return this;
    }

    /** Builds the exception for what is not as expected, and needs no advice. */
    public FormatException mismatch(String expectedText, String foundText) {
      return expected(expectedText).found(foundText).build();
    }

    /** Builds the exception for a number that is not as expected, and needs no advice. */
    public FormatException mismatch(String expectedText, long foundNumber) {
      return expected(expectedText).found(foundNumber).build();
    }

    /** The exception, as described so far. */
    public FormatException build() {
      return new FormatException(this);
    }

    private String message() {
      StringBuilder text = new StringBuilder(file);
      if (fileOffset >= 0) {
        text.append(" at 0x").append(Long.toHexString(fileOffset));
      }
      text.append(": ").append(words(structure, field, expected, found, reason));
      if (advice != null) {
        text.append(". ").append(advice);
      }
      return text.toString();
    }
  }
}
