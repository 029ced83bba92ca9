package org.kpackworkbench.views.window.shell;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.files.DiskState;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.ClaimMap;
import org.kpackworkbench.model.base.place.Ownership;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.views.spi.EditingView;
import org.kpackworkbench.views.spi.OpenedFile;

/** One file of the window: being loaded, open, or failed, and its state on disk. */
public final class FileSession {
  /** How far it is. */
  public enum State {
    LOADING,
    OPEN,
    FAILED,
    CLOSED
  }

  /** The change of the file on disk since it was read. */
  public enum OnDisk {
    SAME,
    CHANGED,
    VANISHED
  }

  private static final Ownership UNOWNED = ClaimMap.of(0, List.of());

  private final Path asked;
  private Path path;
  private final ReadOnlyStringWrapper title;
  private final ReadOnlyObjectWrapper<State> state = new ReadOnlyObjectWrapper<>(State.LOADING);
  private final ReadOnlyObjectWrapper<OnDisk> onDisk = new ReadOnlyObjectWrapper<>(OnDisk.SAME);
  private final AtomicBoolean stopped = new AtomicBoolean();
  private final ReadOnlyObjectWrapper<Ownership> ownership = new ReadOnlyObjectWrapper<>(UNOWNED);
  private final ReadOnlyBooleanWrapper unsaved = new ReadOnlyBooleanWrapper();
  private final ReadOnlyBooleanWrapper savesAs = new ReadOnlyBooleanWrapper();
  private @Nullable EditingView editor;
  private @Nullable EditingView staying;
  private @Nullable OpenedFile file;
  private @Nullable Throwable failure;
  private @Nullable DiskState loaded;
  private @Nullable FileSession replaced;
  private @Nullable DiskState ignored;

  FileSession(Path path) {
    this.path = path;
    this.asked = path;
    this.title = new ReadOnlyStringWrapper(place().label());
  }

  /** Takes the place of another, whose tab is where its own is to be. */
  void replace(FileSession before) {
    replaced = before;
  }

  /** Returns the session whose place this one takes, only once; null for none. */
  @Nullable FileSession takeReplaced() {
    FileSession before = replaced;
    replaced = null;
    return before;
  }

  /** The file's absolute path; once a package is open, the top of what is in it. */
  public Path path() {
    return path;
  }

  /** The file's absolute path, as it was given. */
  Path asked() {
    return asked;
  }

  /** The file as a place. */
  public Place place() {
    return new Place.File(path);
  }

  /** The file's name, and where it is as far as other open files have the same name. */
  ReadOnlyStringProperty titleProperty() {
    return title.getReadOnlyProperty();
  }

  /** Names it among files of the same name; empty where it is the only one. */
  void among(String where) {
    String name = place().label();
    title.set(where.isEmpty() ? name : name + " — " + where);
  }

  /** Whether it is being opened, is open, or has failed. */
  public ReadOnlyObjectProperty<State> stateProperty() {
    return state.getReadOnlyProperty();
  }

  /** Whether it is being opened, is open, or has failed, right now. */
  public State state() {
    return state.get();
  }

  /** The change of the file on disk since it was read. */
  public ReadOnlyObjectProperty<OnDisk> onDiskProperty() {
    return onDisk.getReadOnlyProperty();
  }

  /** Returns the opened file; null unless {@link State#OPEN}. */
  public @Nullable OpenedFile file() {
    return file;
  }

  /** Who owns the file's bytes; all unowned until that has been found out. */
  public ReadOnlyObjectProperty<Ownership> ownershipProperty() {
    return ownership.getReadOnlyProperty();
  }

  /** Returns the owners of the bytes; all unowned until they have been found out. */
  public Ownership ownership() {
    return ownership.get();
  }

  /** Whether there are changes that are not in the file. */
  public ReadOnlyBooleanProperty unsavedProperty() {
    return unsaved.getReadOnlyProperty();
  }

  /** Whether the contents can be saved as another file. */
  ReadOnlyBooleanProperty savesAsProperty() {
    return savesAs.getReadOnlyProperty();
  }

  /** Where the file is changed; null if it cannot be. */
  @Nullable EditingView editor() {
    return editor;
  }

  void edits(@Nullable EditingView view) {
    editor = view;
    savesAs.set(view != null && view.savesAs());
    unsaved.unbind();
    unsaved.set(false);
    if (view != null) {
      unsaved.bind(view.unsaved());
    }
  }

  /** The view stays when the others are made again: what it shows goes on. */
  void keep(EditingView view) {
    staying = view;
  }

  /** The view that stays while others are made again; null if none does. */
  @Nullable EditingView staying() {
    return staying;
  }

  /** The view that stayed, which is one of the new ones from now on. */
  @Nullable EditingView takeStaying() {
    EditingView view = staying;
    staying = null;
    return view;
  }

  void owned(OpenedFile by, Ownership owners) {
    if (by.equals(file)) {
      ownership.set(owners);
    }
  }

  /** Why it could not be opened; null unless {@link State#FAILED}. */
  public @Nullable Throwable failure() {
    return failure;
  }

  Progress progress() {
    return stopped::get;
  }

  void loading() {
    stopped.set(false);
    state.set(State.LOADING);
  }

  void opened(OpenedFile opened, DiskState when) {
    file = opened;
    if (!opened.path().getFileSystem().equals(path.getFileSystem())) {
      path = opened.path();
    }
    failure = null;
    ownership.set(UNOWNED);
    loaded = when;
    onDisk.set(OnDisk.SAME);
    state.set(State.OPEN);
  }

  void failed(Throwable why, DiskState when) {
    file = null;
    failure = why;
    loaded = when;
    onDisk.set(OnDisk.SAME);
    state.set(State.FAILED);
  }

  void closed() {
    stopped.set(true);
    file = null;
    state.set(State.CLOSED);
  }

  /** The file looks like this on disk now. */
  void seen(DiskState now) {
    if (state.get() == State.LOADING || loaded == null || now.equals(ignored)) {
      return;
    }
    if (now.equals(loaded)) {
      onDisk.set(OnDisk.SAME);
    } else {
      onDisk.set(now.exists() ? OnDisk.CHANGED : OnDisk.VANISHED);
    }
  }

  /** The user dismissed the notice about this change. */
  void ignore(DiskState now) {
    ignored = now;
    onDisk.set(OnDisk.SAME);
  }
}
