package org.kpackworkbench.views.operation.forms;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;
import javafx.beans.value.ObservableValue;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.host.HostDocument;
import org.kpackworkbench.model.format.kpack.ArchiveDocument;
import org.kpackworkbench.model.format.offload.DeviceCode;
import org.kpackworkbench.model.format.packages.PackageFile;
import org.kpackworkbench.model.format.packages.PackageFormat;
import org.kpackworkbench.model.format.registry.Document;
import org.kpackworkbench.model.operation.database.PackDatabase;
import org.kpackworkbench.model.operation.prune.Prune;
import org.kpackworkbench.views.kit.action.ActionHandlers;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.kit.dialog.ErrorText;
import org.kpackworkbench.views.kit.job.Background;
import org.kpackworkbench.views.operation.forms.Forms.Kind;
import org.kpackworkbench.views.spi.OpenedFile;
import org.kpackworkbench.views.spi.ViewContext;
import org.kpackworkbench.views.spi.WindowActions;

/**
 * Make Host-Only, Pack, Restore, Keep Only My GPUs, and packing and unpacking of databases for the
 * active file, and Pack Folder.
 */
public final class FormActions implements WindowActions {
  private static final String NO_FILE = "no file is open";

  /** Forms for a file or folder as a whole; {@link ArtifactActions} opens the others. */
  private static final List<Kind> FORMS =
      List.of(
          Kind.MAKE_HOST_ONLY,
          Kind.PACK,
          Kind.RESTORE,
          Kind.PRUNE,
          Kind.SPLIT_WHEEL,
          Kind.PACK_DATABASE,
          Kind.UNPACK_DATABASE);

  @Override
  public void install(
      ActionHandlers window, ViewContext context, ObservableValue<@Nullable OpenedFile> file) {
    Forms forms = new Forms(context);
    FORMS.forEach(
        kind ->
            window.unless(
                kind.action(),
                reason(context, kind, file),
                () -> {
                  OpenedFile opened = file.getValue();
                  if (opened != null) {
                    forms.open(kind, input(context, opened));
                  }
                }));
    window.on(
        ActionId.PACK_FOLDER,
        () ->
            context
                .dialogs()
                .chooseFolder("Pack Folder")
                .ifPresent(folder -> forms.open(Kind.PACK, folder)));
  }

  private static ObservableValue<String> reason(
      ViewContext context, Kind kind, ObservableValue<@Nullable OpenedFile> file) {
    if (kind != Kind.PRUNE) {
      return file.map(kind::reason).orElse(NO_FILE);
    }
    StringProperty reason = new SimpleStringProperty(NO_FILE);
    Background.Latest latest = context.background().latest();
    file.subscribe(
        opened -> {
          latest.forget();
          reason.set(opened == null ? NO_FILE : "it is being examined");
          if (opened != null) {
            latest.run(() -> kind.reason(opened), reason::set, failure -> {});
          }
        });
    return reason;
  }

  private static Path input(ViewContext context, OpenedFile opened) {
    return opened
        .as(PackageFile.class)
        .map(PackageFile::path)
        .orElseGet(
            () ->
                opened.isFolder() && context.navigator().current() instanceof Place.Entry entry
                    ? entry.target()
                    : opened.path());
  }

  /** Why a file is no folder; empty if it is one. */
  static String notFolder(OpenedFile file) {
    return file.isFolder() && file.as(PackageFile.class).isEmpty() ? "" : "no folder";
  }

  /** Why a file cannot be split as a wheel; empty if it can be tried. */
  static String notWheel(OpenedFile file) {
    return file.as(PackageFile.class)
        .filter(packed -> packed.format() == PackageFormat.WHEEL)
        .map(packed -> "")
        .orElse("no wheel");
  }

  /** Why a file has no kernel database that can be packed; empty if it can be tried. */
  static String notDatabase(OpenedFile file) {
    return file.isFolder()
            || file.as(PackageFile.class).isPresent()
            || file.as(Document.class)
                .filter(document -> PackDatabase.isPacked(document.format()))
                .isPresent()
        ? ""
        : "no kernel database";
  }

  /** Why no database can be made of a file or folder; empty if it can be tried. */
  static String notArchive(OpenedFile file) {
    return file.as(ArchiveDocument.class).isPresent() || notFolder(file).isEmpty()
        ? ""
        : "no archive";
  }

  /** Why nothing of a file can be removed by GPU; empty if it can be tried. In the background. */
  static String notPruned(OpenedFile file) {
    if (file.isFolder() || file.as(PackageFile.class).isPresent()) {
      return "";
    }
    try {
      Document document = file.as(Document.class).orElse(null);
      return document == null ? "it has no device code" : Prune.refusal(document);
    } catch (IOException unreadable) {
      return ErrorText.of(unreadable).inOneLine();
    }
  }

  /** Why a file has no device code that could be taken out; empty if it has some. */
  static String notFat(OpenedFile file) {
    return file.as(HostDocument.class)
        .map(host -> host.fat().image().isObject() ? "not linked yet" : notFat(host.fat().state()))
        .orElse("no library or program");
  }

  /** Why a file or folder cannot be packed; empty if it can be tried. */
  static String notPacked(OpenedFile file) {
    return notFolder(file).isEmpty() ? "" : notFat(file);
  }

  private static String notFat(DeviceCode state) {
    return switch (state) {
      // What is refused says so in the form, with the reason.
      case FAT, NO_WRAPPERS, NO_SECTION_HEADERS, HALF_CONVERTED -> "";
      case NONE -> "it has no device code";
      case HOST_ONLY -> "host-only already";
      case RELOCATABLE -> "not linked yet";
    };
  }

  /** Why a file cannot get its device code back; empty if it can be tried. */
  static String notHostOnly(OpenedFile file) {
    return file.as(HostDocument.class)
        .map(elf -> elf.fat().state() == DeviceCode.HOST_ONLY ? "" : "not host-only")
        .orElse("no library or program for Linux");
  }
}
