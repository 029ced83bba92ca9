package org.kpackworkbench.model.format.hostonly;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.kpackworkbench.model.format.offload.BareCodeObject;
import org.kpackworkbench.model.format.offload.BrokenBundle;
import org.kpackworkbench.model.format.offload.BundleContent;
import org.kpackworkbench.model.format.offload.CompressedBundle;
import org.kpackworkbench.model.format.offload.CompressedBundle.CompressionMethod;
import org.kpackworkbench.model.format.offload.OffloadBundle;

/** How a wrapper's device code was stored, so that it can be stored in that way again. */
public sealed interface BundleForm {
  /** An offload bundle as it is. */
  BundleForm PLAIN = Stored.PLAIN;

  /** A code object without a bundle around it. */
  BundleForm BARE = Stored.BARE;

  /** Returns the text for this form in an archive. */
  String text();

  /** Code as it is. */
  enum Stored implements BundleForm {
    /** An offload bundle as it is, {@code none}. */
    PLAIN("none"),
    /** A code object without a bundle around it, {@code code-object}; it has no entry ids. */
    BARE("code-object");

    private final String text;

    Stored(String text) {
      this.text = text;
    }

    @Override
    public String text() {
      return text;
    }
  }

  /**
   * A compressed bundle, for example {@code ccob-2-zstd}.
   *
   * @param version version of its header, 1 to 3
   * @param method {@code ZLIB} or {@code ZSTD}
   */
  record Compressed(int version, CompressionMethod method) implements BundleForm {
    public Compressed {
      if (version < 1 || version > 3 || method == CompressionMethod.OTHER) {
        throw new IllegalArgumentException(
            "no such form: version %d, %s".formatted(version, method));
      }
    }

    @Override
    public String text() {
      return "ccob-%d-%s".formatted(version, method == CompressionMethod.ZLIB ? "zlib" : "zstd");
    }
  }

  /**
   * The form of what a wrapper points to.
   *
   * @return empty for what is no bundle, or compressed in a way that is not known
   */
  public static Optional<BundleForm> of(BundleContent content) {
    return switch (content) {
      case OffloadBundle plain -> Optional.of(PLAIN);
      case BareCodeObject bare -> Optional.of(BARE);
      case CompressedBundle packed ->
          packed.method() == CompressionMethod.OTHER
              ? Optional.empty()
              : Optional.of(new Compressed(packed.version(), packed.method()));
      case BrokenBundle broken -> Optional.empty();
    };
  }

  /** Reads {@link #text}; empty if it is none that is known. */
  public static Optional<BundleForm> parse(String text) {
    Matcher compressed = Pattern.compile("ccob-([123])-(zlib|zstd)").matcher(text);
    if (compressed.matches()) {
      return Optional.of(
          new Compressed(
              Integer.parseInt(compressed.group(1)),
              compressed.group(2).equals("zlib")
                  ? CompressionMethod.ZLIB
                  : CompressionMethod.ZSTD));
    }
    return Stream.of(PLAIN, BARE).filter(form -> form.text().equals(text)).findFirst();
  }
}
