package org.kpackworkbench.model.operation.prune;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.Closing;
import org.kpackworkbench.model.base.bytes.OpenFile;
import org.kpackworkbench.model.base.job.Maker;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.format.ar.ArFormat;
import org.kpackworkbench.model.format.ar.StaticLibraryDocument;
import org.kpackworkbench.model.format.codeobject.CodeObjectFormat;
import org.kpackworkbench.model.format.host.CoffFormat;
import org.kpackworkbench.model.format.host.ElfFormat;
import org.kpackworkbench.model.format.host.HostDocument;
import org.kpackworkbench.model.format.kpack.KpackFormat;
import org.kpackworkbench.model.format.kpm.ManifestDocument;
import org.kpackworkbench.model.format.offload.BundleFormat;
import org.kpackworkbench.model.format.offload.DeviceCode;
import org.kpackworkbench.model.format.registry.CodeObjects;
import org.kpackworkbench.model.format.registry.CodeStore;
import org.kpackworkbench.model.format.registry.CodeStore.StoredCode;
import org.kpackworkbench.model.format.registry.Document;
import org.kpackworkbench.model.format.registry.Format;
import org.kpackworkbench.model.format.registry.Formats;
import org.kpackworkbench.model.operation.hostonly.HostOnlyInput;
import org.kpackworkbench.model.operation.hostonly.HostOnlyRefusedException;
import org.kpackworkbench.model.operation.hostonly.HostOnlyReport.HostOnlyOutcome;

/**
 * A file that is open as a store of code. Documents offer their stores; what has bundles is here,
 * since writing those needs what makes and restores host-only binaries. Used by one thread.
 *
 * @param document null where the file is not open as one
 * @param open null where the store or the document has the file open
 */
record OpenStore(CodeStore store, @Nullable Document document, @Nullable OpenFile open)
    implements AutoCloseable {
  private static final String NO_CODE = "it has no device code";

  /**
   * Opens a file.
   *
   * @param format what it was found to be
   * @param formats that know its kind
   * @return empty if it has no code that could be removed
   * @throws IOException if it has, and cannot be written without it
   */
  static Optional<OpenStore> of(Path file, Format format, Formats formats, Progress progress)
      throws IOException {
    if (format instanceof ElfFormat || format instanceof CoffFormat) {
      return Optional.of(
          isObject(file)
              ? mapped(file, ObjectStore::new)
              : new OpenStore(FatStore.open(file, progress), null, null));
    }
    if (format instanceof ArFormat) {
      return Optional.of(mapped(file, bytes -> new LibraryStore(bytes, progress)));
    }
    if (format instanceof BundleFormat) {
      return Optional.of(mapped(file, BundleStore::new));
    }
    if (!format.mayHoldCode()) {
      return Optional.empty();
    }
    Document document = formats.open(file, progress);
    Optional<OpenStore> opened = Optional.empty();
    try {
      opened = document.codeStore().map(store -> new OpenStore(store, document, null));
      return opened;
    } finally {
      if (opened.isEmpty()) {
        document.close();
      }
    }
  }

  /**
   * Why a file cannot be pruned by itself; empty if it can. Its targets decide the rest.
   *
   * @throws IOException if it has code that cannot be read
   */
  static String refusal(Document document) throws IOException {
    Format format = document.format();
    if (document instanceof StaticLibraryDocument library && library.library().thin()) {
      return "its members are files of their own";
    }
    if (document instanceof HostDocument host && !host.fat().image().isObject()) {
      DeviceCode state = host.fat().state();
      return state == DeviceCode.FAT ? refusalOfBinary(document.path()) : state.words();
    }
    if (document instanceof ManifestDocument manifest) {
      return manifest.file().manifest().rows().isEmpty() ? NO_CODE : "";
    }
    try (CodeStore store = document.codeStore().orElse(null)) {
      if (store != null && !store.refersToOthers()) {
        return store.entries().stream().anyMatch(StoredCode::isDeviceCode) ? "" : NO_CODE;
      }
    }
    boolean known =
        format instanceof ElfFormat
            || format instanceof CoffFormat
            || format instanceof ArFormat
            || format instanceof BundleFormat
            || format instanceof KpackFormat
            || format instanceof CodeObjectFormat
            || PrunePlan.isDatabase(format);
    return known && hasDeviceCode(document.codeObjects()) ? "" : NO_CODE;
  }

  private static String refusalOfBinary(Path file) throws IOException {
    try (HostOnlyInput binary = HostOnlyInput.open(file, Progress.NONE)) {
      return binary.outcome() == HostOnlyOutcome.CONVERTED ? "" : binary.outcome().words();
    } catch (HostOnlyRefusedException refused) {
      return PrunePlan.words(refused);
    }
  }

  private static boolean hasDeviceCode(CodeObjects code) throws IOException {
    for (int row = 0; row < code.size(); row++) {
      if (code.row(row).target().processor().startsWith("gfx")) {
        return true;
      }
    }
    return false;
  }

  private static boolean isObject(Path file) throws IOException {
    try (OpenFile open = OpenFile.open(file)) {
      return ObjectStore.isObject(open.view());
    }
  }

  private static OpenStore mapped(Path file, Maker<ByteView, CodeStore> maker) throws IOException {
    return Closing.ifFails(
        OpenFile.open(file), open -> new OpenStore(maker.make(open.view()), null, open));
  }

  @Override
  public void close() throws IOException {
    store.close();
    if (document != null) {
      document.close();
    }
    if (open != null) {
      open.close();
    }
  }
}
