package org.kpackworkbench.views.kit.copy;

import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import javafx.beans.value.ObservableValue;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.Digests;
import org.kpackworkbench.model.base.bytes.ReplacingFile;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.job.Unit;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.text.HexText;
import org.kpackworkbench.model.base.text.SizeText;
import org.kpackworkbench.views.kit.action.ActionHandlers;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.kit.dialog.Dialogs.FileKind;
import org.kpackworkbench.views.kit.job.JobOutcome;
import org.kpackworkbench.views.spi.OpenedFile;
import org.kpackworkbench.views.spi.ViewContext;

/**
 * Copies the current place, its bytes, or a command about it to the clipboard. UI thread only.
 *
 * @param file the active file
 * @param commandLine the command line about a place
 * @param clipboard takes what is copied
 */
public record CopyActions(
    ViewContext context,
    Supplier<@Nullable OpenedFile> file,
    Function<Place, String> commandLine,
    Consumer<String> clipboard) {
  /** From this size on the user is asked first. */
  static final long ASK_ABOVE_BYTES = 16L << 20;

  /** More than this is not put on a clipboard: its text would not fit into one string. */
  static final long REFUSE_ABOVE_BYTES = 256L << 20;

  /** Adds what it does to the window's handlers. */
  public void install(ActionHandlers handlers) {
    ObservableValue<Place> here = context.navigator().currentProperty();
    ObservableValue<Boolean> some = here.map(place -> true).orElse(false);
    ObservableValue<Boolean> ranged = here.map(CopyActions::hasBytes).orElse(false);
    ObservableValue<Boolean> placed = here.map(place -> place.range() != null).orElse(false);
    handlers
        .on(ActionId.COPY_BYTES, ranged, () -> bytes("text", 1, CopyFormats::text))
        .on(ActionId.COPY_HEX, ranged, () -> bytes("hex", 3, CopyFormats::hex))
        .on(
            ActionId.COPY_C_ARRAY,
            ranged,
            () -> bytes("a C array", 6, found -> CopyFormats.cArray(name(), found)))
        .on(ActionId.SAVE_BYTES, ranged, this::save)
        .on(ActionId.COPY_HASH, ranged, this::hash)
        .on(ActionId.COPY_OFFSET, placed, () -> copy(CopyFormats::offset))
        .on(ActionId.COPY_KEY, some, () -> copy(CopyFormats::key))
        .on(ActionId.COPY_PATH, some, () -> copy(CopyFormats::path))
        .on(ActionId.COPY_COMMAND, some, () -> copy(commandLine));
  }

  private void copy(Function<Place, ? extends @Nullable String> format) {
    Place place = context.navigator().current();
    String text = place == null ? null : format.apply(place);
    if (text != null) {
      clipboard.accept(text);
    }
  }

  private String name() {
    Place place = context.navigator().current();
    return place == null ? "" : CopyFormats.key(place);
  }

  private void bytes(String words, int charactersPerByte, Function<byte[], String> format) {
    Place place = context.navigator().current();
    OpenedFile opened = file.get();
    if (place == null || opened == null) {
      return;
    }
    // How much a packed code object is takes unpacking it.
    context.run(
        () -> view(opened, place),
        view -> bytes(view, words, charactersPerByte, format),
        "Could not copy the bytes");
  }

  private void bytes(
      ByteView view, String words, int charactersPerByte, Function<byte[], String> format) {
    long size = view.size();
    if (size > REFUSE_ABOVE_BYTES) {
      context
          .dialogs()
          .showError(
              "Too much to copy",
              new IOException(
                  "%s cannot be copied; the limit is %s. Select less, or extract the bytes to a file."
                      .formatted(SizeText.of(size), SizeText.of(REFUSE_ABOVE_BYTES))));
      return;
    }
    if (size > ASK_ABOVE_BYTES
        && !context
            .dialogs()
            .confirm(
                "Copy %s?".formatted(SizeText.of(size)),
                "As %s this is about %s of text, which other programs may be slow to take."
                    .formatted(words, SizeText.of(size * charactersPerByte)),
                "Copy")) {
      return;
    }
    context.run(
        () -> format.apply(view.bytes(0, Math.toIntExact(size))),
        clipboard,
        "Could not copy the bytes");
  }

  /** Asks for a file, and writes the bytes of the current place to it. */
  private void save() {
    Place place = context.navigator().current();
    OpenedFile opened = file.get();
    if (place == null || opened == null) {
      return;
    }
    context
        .dialogs()
        .chooseSave("Save Bytes", suggested(place), new FileKind("Bytes", "*.bin"))
        .ifPresent(
            target ->
                context
                    .jobs()
                    .start(
                        "Save the bytes of " + place.label(),
                        progress -> write(view(opened, place), target, progress),
                        written ->
                            JobOutcome.done(
                                    "Wrote %s to %s".formatted(SizeText.of(written), target))
                                .wrote(target)));
  }

  /** Writes bytes to a file, which appears whole or not at all; returns how many. */
  private static long write(ByteView view, Path target, Progress progress) throws IOException {
    progress.begin("Writing", view.size(), Unit.BYTES);
    // The chooser has asked before replacing.
    try (ReplacingFile file = ReplacingFile.createUnlessSame(target, true)) {
      view.writeTo(Channels.newOutputStream(file.channel()), progress);
      file.commit();
    }
    return view.size();
  }

  /** The file's name and what the bytes are, without what file systems do not take. */
  static String suggested(Place place) {
    ByteRange range = place.range();
    String name = new Place.File(place.file()).label();
    String what =
        range == null
            ? place instanceof Place.File ? "" : "-" + place.label()
            : "-0x%x-0x%x".formatted(range.start(), range.end());
    return (name + what).replaceAll("[^\\p{L}\\p{N}.+_-]+", "_") + ".bin";
  }

  private void hash() {
    Place place = context.navigator().current();
    OpenedFile opened = file.get();
    if (place == null || opened == null) {
      return;
    }
    context
        .jobs()
        .start(
            "SHA-256 of " + place.label(),
            progress -> sha256(view(opened, place), progress),
            digest -> {
              clipboard.accept(digest);
              return JobOutcome.done("SHA-256 copied: " + digest);
            });
  }

  private static boolean hasBytes(Place place) {
    return place.range() != null
        || place instanceof Place.File
        || (place instanceof Place.CodeObject code && code.unpacked());
  }

  /**
   * The bytes of a place: those of the file, or of the unpacked code object around it. A code
   * object is what it unpacks to: the hash of the stored bytes is of no use.
   */
  static ByteView view(OpenedFile file, Place place) throws IOException {
    if (place instanceof Place.CodeObject code && code.unpacked()) {
      return file.inner(code).bytes();
    }
    Place container = place.container();
    ByteView all = container == null ? file.bytes() : file.inner(container).bytes();
    ByteRange range = place.range();
    return range == null ? all : all.slice(range.start(), range.length());
  }

  static String sha256(ByteView view, Progress progress) throws IOException {
    MessageDigest digest = Digests.sha256();
    progress.begin("Hashing", view.size(), Unit.BYTES);
    view.windows(progress, (window, count) -> digest.update(window, 0, count));
    return HexText.of(digest.digest());
  }
}
